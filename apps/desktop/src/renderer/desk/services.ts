// Joins connection, conversations, outbox and desk: who hears of what, in which order. The composition root supplies the outside.
import { type Clock, type Ids, must } from '@vos/base';
import type { Finding } from '@vos/protocol/entities';
import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { createDecisions, type Decisions } from '../chat/decisions.ts';
import { type Conversations, createConversations, hostDrivenQueries } from '../chat/conversations.ts';
import { type ConversationList, createConversationList } from '../chat/conversation-list.ts';
import { createOutbox, type Outbox } from '../chat/outbox.ts';
import { createRequestStops, type RequestStops } from '../chat/request-stops.ts';
import { type Connection, type Connector, createConnection } from '../connection/connection.ts';
import { createNoteDrafts, type NoteDrafts } from '../notes/note-drafts.ts';
import { createNotes, type Notes } from '../notes/notes.ts';
import { createStickies, type Stickies } from '../notes/stickies.ts';
import type { Pane } from '../panes/pane.ts';
import type { Size } from '@vos/windows';
import { createDeskState, type DeskState } from './desk-state.ts';
import { createLayoutKeeper, type LayoutKeeper } from './layout-keeper.ts';
import type { PageStorage } from './page-storage.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { createPermissionStore, type PermissionStore } from '../settings/permissions.ts';
import { createSettings, type SettingsStore } from '../settings/settings.ts';
import { createWeather, type WeatherStore } from '../weather/weather.ts';
import { createTraces, type TraceStore } from '../traces/traces.ts';
import type { ThemeKeeper } from '../settings/theme.ts';

/** What the desk needs from the page it runs in. */
export interface Surroundings {
  readonly connect: Connector;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Who this page is to the host; a browser's page has none and remembers one. */
  readonly clientId?: string | undefined;
  /** Outlives the tab: what waits to be sent lies here. */
  readonly storage: PageStorage;
  /** Belongs to this tab alone. */
  readonly tabStorage: PageStorage;
  /** The person's time zone, IANA name; asked each time, because people travel. */
  readonly timeZone: () => string;
  readonly isMac: boolean;
  /** Puts another theme on the page. */
  readonly theme: Pick<ThemeKeeper, 'choose'>;
  /** Of the page, in CSS pixels. */
  readonly displaySize: () => Size;
  /** Puts text on the clipboard; rejects when the browser does not allow it. */
  readonly copy: (text: string) => Promise<void>;
  /** Loads the page again. */
  readonly reload: () => void;
}

export interface Services extends Pick<Surroundings, 'clock' | 'tabStorage' | 'isMac' | 'copy' | 'reload'> {
  readonly connection: Connection;
  readonly conversations: Conversations;
  readonly conversationList: ConversationList;
  readonly outbox: Outbox;
  readonly decisions: Decisions;
  readonly requestStops: RequestStops;
  readonly notes: Notes;
  readonly noteDrafts: NoteDrafts;
  readonly stickies: Stickies;
  readonly weather: WeatherStore;
  readonly traces: TraceStore;
  readonly desk: DeskState;
  readonly layout: LayoutKeeper;
  readonly toasts: Toasts;
  readonly settings: SettingsStore;
  readonly permissions: PermissionStore;
  readonly panes: readonly Pane[];
  readonly queryClient: QueryClient;
}

/** Everything the desk needs, not yet connected: `connection.start()` begins, `connection.stop()` ends. */
export function createServices(surroundings: Surroundings, panes: readonly Pane[]): Services {
  const { connect, clock, ids, storage, tabStorage, timeZone, isMac, theme, displaySize, copy, reload } = surroundings;
  const queryClient = new QueryClient({ defaultOptions: { queries: hostDrivenQueries } });
  const toasts = createToasts(clock);
  const desk = createDeskState({ panes, toasts, display: displaySize() });

  const connection: Connection = createConnection({
    connect,
    clock,
    onEvent(event, missed) {
      conversations.onEvent(event);
      conversationList.onEvent(event);
      outbox.onEvent(event);
      decisions.onEvent(event);
      requestStops.onEvent(event);
      desk.onEvent(event);
      settings.onEvent(event);
      permissions.onEvent(event);
      notes.onEvent(event);
      noteDrafts.onEvent(event);
      stickies.onEvent(event);
      weather.onEvent(event);
      traces.onEvent(event);
      if (event.name === 'finding/added') tellFinding(event.payload.finding);
      if (missed) {
        conversations.refresh();
        conversationList.refresh();
        decisions.refresh();
        notes.refresh();
        weather.refreshAll();
        traces.refresh();
        settings.refresh();
        permissions.refresh();
      }
    },
    onOnline({ conversationId }) {
      conversations.refresh();
      conversationList.goOnline(conversationId);
      outbox.goOnline(conversationId);
      decisions.refresh();
      permissions.refresh();
      layout.goOnline();
      settings.refresh();
      notes.refresh();
      noteDrafts.goOnline();
      weather.refreshAll();
      traces.refresh();
    },
    onLost() {
      outbox.goOffline();
      noteDrafts.goOffline();
    },
  });
  const conversations = createConversations(queryClient, connection.ask);
  const conversationList = createConversationList({ queryClient, ask: connection.ask, toasts });
  const outbox = createOutbox({
    send: (params) => connection.ask('message/send', params),
    onSent(message) {
      conversations.onMessage(message);
      requestStops.onMessage(message);
    },
    storage,
    ids,
    clock,
    timeZone,
  });
  const decisions = createDecisions({ queryClient, ask: connection.ask });
  const requestStops = createRequestStops({
    ask: connection.ask,
    known: (conversationId) => conversations.known(conversationId),
    outgoing: () => outbox.entries.getState(),
    toasts,
  });
  const noteDrafts = createNoteDrafts({ ask: connection.ask, onNote: (note) => notes.onNote(note), storage, ids, clock });
  const notes = createNotes({ queryClient, ask: connection.ask, toasts, drafts: noteDrafts });
  const stickies = createStickies({ desk, toasts, drafts: noteDrafts });
  const weather = createWeather({ queryClient, ask: connection.ask, toasts, ids, timeZone });
  const traces = createTraces({ queryClient, ask: connection.ask, toasts, clock });
  function tellFinding({ traceId, text }: Finding): void {
    toasts.show({
      icon: 'scan-eye',
      title: 'Something looks wrong in a request',
      line: text,
      action: {
        label: 'Look at it',
        run() {
          traces.choose(traceId);
          desk.open('trace');
        },
      },
    });
  }
  const permissions = createPermissionStore({ queryClient, ask: connection.ask, toasts });
  const settings = createSettings(queryClient, { ask: connection.ask, theme, copy });
  const layout = createLayoutKeeper({
    desk,
    read: (params) => connection.ask('desk/read', params),
    save: (params) => connection.ask('desk/save', params),
    clientId: surroundings.clientId,
    storage,
    clock,
    ids,
    displaySize,
    homePaneId: must(panes[0], 'the desk has panes').id,
    isKnownPane: (paneId) => panes.some(({ id }) => id === paneId),
  });
  return {
    connection,
    conversations,
    conversationList,
    outbox,
    decisions,
    requestStops,
    notes,
    noteDrafts,
    stickies,
    weather,
    traces,
    desk,
    layout,
    toasts,
    settings,
    permissions,
    panes,
    queryClient,
    clock,
    tabStorage,
    isMac,
    copy,
    reload,
  };
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  return must(useContext(ServicesContext), 'the desk is drawn inside its ServicesProvider');
}
