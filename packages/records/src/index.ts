export { readDeskLayouts, saveDeskLayout } from './desk-layouts/desk-layouts.ts';
export type { DeskLayout } from './desk-layouts/desk-layouts.ts';
export { noteKind, noteSummaryOf, titleFromContent } from './notes/note-kind.ts';
export { archiveNote, createNote, deleteNote, listNotes, pinNote, readNote, updateNote } from './notes/notes.ts';
export type { NewNote, NoteConflict, NoteFields, NoteFilter, NoteListing, NoteProblem } from './notes/notes.ts';
export { searchNotes } from './notes/search-notes.ts';
export type { NoteMatch, NoteSearch } from './notes/search-notes.ts';
export { lastNoteChange, lastRemovalOfNote, undoNoteChange } from './notes/undo-notes.ts';
export type { UndoneNote } from './notes/undo-notes.ts';
export {
  addMessage,
  conversationKind,
  conversationRemovalKind,
  latestConversation,
  listConversations,
  messageKind,
  readConversation,
  readMessage,
  readMessages,
  startConversation,
} from './conversations/conversations.ts';
export type { MessagePage } from './conversations/conversations.ts';
export { createDocument, deleteDocument, documentKind, listDocuments, readDocument } from './documents/documents.ts';
export type { DocumentListing, DocumentProblem, NewDocument } from './documents/documents.ts';
export {
  conversationUseMicroUsd,
  dayUseMicroUsd,
  localDay,
  loseModelCall,
  reserveModelCall,
  settleModelCall,
} from './model-calls/model-calls.ts';
export type { ModelCall, ModelCallUsage, Shortfall } from './model-calls/model-calls.ts';
export { readSpendings, readTraceSpendings, readTurnSpending, readUsage } from './model-calls/usage.ts';
export { promptKind, promptVersionKind } from './prompts/prompt-kinds.ts';
export {
  activatePrompt,
  createPrompt,
  editPrompt,
  listPrompts,
  listPromptVersions,
  readActivePrompt,
  readPrompt,
  rollbackPrompt,
} from './prompts/prompts.ts';
export type { PromptAuthor, PromptProblem } from './prompts/prompts.ts';
export {
  changeSettings,
  chooseEndpoint,
  endpointKind,
  enterModelPrice,
  listEndpoints,
  listModelPrices,
  modelPriceKind,
  readChosenEndpointId,
  readEndpoint,
  readSettings,
  settingKind,
} from './settings/settings.ts';
export { assignTask, createTask, listTasks, readTask, taskKind, unassignTask, updateTask } from './tasks/tasks.ts';
export type { NewTask, TaskFields, TaskListing, TaskProblem } from './tasks/tasks.ts';
export { addPlace, listPlaces, placeKind, removePlace } from './weather/places.ts';
export { readReading, storeReading } from './weather/readings.ts';
export { listPermissionRules, permissionRuleKind, readPermissionRules } from './permissions/permission-rules.ts';
