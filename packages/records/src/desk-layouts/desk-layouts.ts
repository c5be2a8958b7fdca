// How windows stood on the desks of this folder's clients, a text for each size of display. Not part of history: moving a window is
// nothing a person wants to find in the journal or undo days later, so these rows are written past the change sets.
import type { Reader, Transaction } from '@vos/ledger';

export interface DeskLayout {
  /** The size of the display, such as `1280x800`. */
  readonly key: string;
  readonly layout: string;
}

/** Sizes of display kept for one client. A browser window that is dragged about has many; those of real displays are a handful. */
const KEPT_PER_CLIENT = 16;

/** Clients kept. Every private window is a new one, which nobody ever comes back to. */
const KEPT_CLIENTS = 64;

/** The client's layouts, the one saved last first. */
export function readDeskLayouts(reader: Reader, clientId: string): readonly DeskLayout[] {
  return reader.all<DeskLayout>('SELECT key, layout FROM desk_layouts WHERE client_id = ? ORDER BY position DESC', [clientId]);
}

/** Keeps the layout in place of the client's earlier one for this display, and drops what has not been used for longest. */
export function saveDeskLayout(transaction: Transaction, clientId: string, { key, layout }: DeskLayout): void {
  // A new row rather than an update: the position tells which was saved last.
  transaction.run('DELETE FROM desk_layouts WHERE client_id = ? AND key = ?', [clientId, key]);
  transaction.run('INSERT INTO desk_layouts (client_id, key, layout, saved_at) VALUES (?, ?, ?, ?)', [
    clientId,
    key,
    layout,
    transaction.at,
  ]);
  transaction.run(
    `DELETE FROM desk_layouts WHERE client_id = ? AND position NOT IN
       (SELECT position FROM desk_layouts WHERE client_id = ? ORDER BY position DESC LIMIT ${KEPT_PER_CLIENT})`,
    [clientId, clientId],
  );
  transaction.run(
    `DELETE FROM desk_layouts WHERE client_id NOT IN
       (SELECT client_id FROM desk_layouts GROUP BY client_id ORDER BY max(position) DESC LIMIT ${KEPT_CLIENTS})`,
  );
}
