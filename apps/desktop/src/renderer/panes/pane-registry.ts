// Every window the desk can show, in the order of the rail. Rail, shortcuts and menus are drawn from this list and nothing else.
import { chatPane } from './chat-pane.tsx';
import { notesPane } from './notes-pane.tsx';
import type { Pane } from './pane.ts';
import { settingsPane } from './settings-pane.tsx';
import { weatherPane } from './weather-pane.tsx';

export const panes: readonly Pane[] = [chatPane, notesPane, weatherPane, settingsPane];
