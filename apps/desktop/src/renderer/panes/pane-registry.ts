// Every window the desk can show, in the order of the rail. Rail, shortcuts and menus are drawn from this list and nothing else; what is in
// a window is loaded when it is first shown.
import { createPart } from '../desk/part.ts';
import type { Pane } from './pane.ts';

export const chatPane: Pane = {
  id: 'chat',
  icon: 'message-circle',
  title: 'Chat',
  contents: createPart(async () => (await import('./chat-pane.tsx')).ChatPane),
  commands: [{ title: 'Open chat', shortcut: { code: 'Digit1', cap: '1' }, does: 'open' }],
  isNews: (event) => event.name === 'message/added' && event.payload.message.author.kind !== 'user',
};

const notesPane: Pane = {
  id: 'notes',
  icon: 'notebook-pen',
  title: 'Notes',
  contents: createPart(async () => (await import('./notes-pane.tsx')).NotesPane),
  commands: [{ title: 'Open notes', shortcut: { code: 'Digit2', cap: '2' }, does: 'open' }],
  isNews: (event) => event.name === 'note/changed' && event.payload.changedBy !== 'user',
};

const weatherPane: Pane = {
  id: 'weather',
  icon: 'cloud-sun',
  title: 'Weather',
  contents: createPart(async () => (await import('./weather-pane.tsx')).WeatherPane),
  commands: [{ title: 'Open weather', shortcut: { code: 'Digit3', cap: '3' }, does: 'open' }],
  isNews: () => false,
};

const tracePane: Pane = {
  id: 'trace',
  icon: 'route',
  title: 'Trace',
  contents: createPart(async () => (await import('./trace-pane.tsx')).TracePane),
  commands: [{ title: 'Open trace', shortcut: { code: 'Digit4', cap: '4' }, does: 'open' }],
  isNews: ({ name }) => name === 'dead-letter/added' || name === 'effect/uncertain',
};

const settingsPane: Pane = {
  id: 'settings',
  icon: 'settings',
  title: 'Settings',
  contents: createPart(async () => (await import('./settings-pane.tsx')).SettingsPane),
  isAtFoot: true,
  commands: [{ title: 'Open settings', shortcut: { code: 'Digit9', cap: '9' }, does: 'open' }],
  isNews: () => false,
};

export const panes: readonly Pane[] = [chatPane, notesPane, weatherPane, tracePane, settingsPane];
