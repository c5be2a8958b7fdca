export { noteKind, noteSummaryOf, titleFromContent } from './notes/note-kind.ts';
export { archiveNote, createNote, deleteNote, listNotes, pinNote, readNote, updateNote } from './notes/notes.ts';
export type { NewNote, NoteConflict, NoteFields, NoteFilter, NoteListing, NoteProblem } from './notes/notes.ts';
export { searchNotes } from './notes/search-notes.ts';
export type { NoteMatch, NoteSearch } from './notes/search-notes.ts';
export {
  addMessage,
  conversationKind,
  latestConversation,
  messageKind,
  readConversation,
  readMessage,
  readMessages,
} from './conversations/conversations.ts';
export type { MessagePage } from './conversations/conversations.ts';
