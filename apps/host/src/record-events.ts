// News of records: every change set that touches one is told to all clients from here, whether the person or an agent made it.
import { deadLetters, letterDropKind, type Reader, type RecordChange } from '@vos/ledger';
import type { Server } from '@vos/protocol';
import { conversation, note, savedPlace } from '@vos/protocol/entities';
import { conversationKind, conversationRemovalKind, noteKind, noteSummaryOf, permissionRuleKind, placeKind } from '@vos/records';
import { shownLetter } from './handlers/dead-letter.ts';

/** What to tell of a change, by kind of record. A kind that is not named here is nobody's news yet. */
const tellers: Readonly<Record<string, (publish: Server['publish'], change: RecordChange, reader: Reader) => void>> = {
  [noteKind.kind](publish, { recordId, after, actor }) {
    if (after === null) publish('note/removed', recordId, { id: recordId });
    else publish('note/changed', recordId, { note: noteSummaryOf(note.parse(JSON.parse(after))), changedBy: actor });
  },
  [conversationKind.kind](publish, { recordId, after }) {
    if (after !== null) publish('conversation/changed', recordId, { conversation: conversation.parse(JSON.parse(after)) });
  },
  [conversationRemovalKind.kind](publish, { recordId, after }) {
    publish(after === null ? 'conversation/restored' : 'conversation/removed', recordId, { id: recordId });
  },
  [placeKind.kind](publish, { recordId, after }) {
    if (after === null) publish('place/removed', recordId, { id: recordId });
    else publish('place/added', recordId, { place: savedPlace.parse(JSON.parse(after)) });
  },
  [permissionRuleKind.kind](publish) {
    publish('permission/changed', 'permissions', {});
  },
  [letterDropKind.kind](publish, { recordId, after }, reader) {
    const letter = after === null ? deadLetters.find(reader, recordId) : undefined;
    if (after !== null) publish('dead-letter/dropped', recordId, { id: recordId });
    else if (letter !== undefined) publish('dead-letter/added', recordId, { letter: shownLetter(letter) });
  },
};

export function tellRecordChange(publish: Server['publish'], change: RecordChange, reader: Reader): void {
  tellers[change.kind]?.(publish, change, reader);
}
