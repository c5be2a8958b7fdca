// The chat window: the conversations, and the shown one joined with what waits in the outbox.
import { useQuery } from '@tanstack/react-query';
import { type ChatLoading, ChatView, type ConnectionState, type ShownToolCall, type TimelineSource } from '@vos/ui';
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ConversationState } from '../chat/conversation-state.ts';
import type { OutboxEntry } from '../chat/outbox.ts';
import { isUnderWay } from '../chat/requests-under-way.ts';
import { useWaitingCounts } from '../chat/use-waiting-counts.ts';
import { readToolResult } from '../chat/read-tool-result.ts';
import type { ConnectionView } from '../connection/connection.ts';
import { useServices } from '../desk/services.ts';

/** Steps on the way to an answer that the answer itself shows. They appear only when they fail, or wait for the person. */
const silentTools: ReadonlySet<string> = new Set(['send_user_message', 'send_agent_message', 'sleep']);
const silentStates: ReadonlySet<ShownToolCall['call']['state']> = new Set(['running', 'succeeded']);

const nobody: readonly never[] = [];
const nothing = { toolCalls: nobody, approvals: nobody, uncertainEffects: nobody };

export function ChatPane() {
  const { connection, conversations, conversationList, outbox, decisions, requestStops, settings, traces, desk, clock, copy } =
    useServices();
  const { status, session } = useStore(connection.view);
  const entries = useStore(outbox.entries);
  const { id: conversationId } = useStore(conversationList.shown);
  const list = useQuery({ ...conversationList.query(), enabled: false });
  const query = useQuery({
    ...conversations.query(conversationId ?? ''),
    enabled: conversationId !== null && status.kind === 'online',
  });
  const settingsQuery = useQuery({ ...settings.query(), enabled: false });
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [isLoadingEarlier, setIsLoadingEarlier] = useState(false);
  const waitingCounts = useWaitingCounts();
  const waiting = useQuery({ ...decisions.query(), enabled: false }).data ?? nobody;
  const hiddenQuestions = waiting.filter(
    (call) => call.conversationId === conversationId && query.data?.toolCalls.some(({ id }) => id === call.id) === false,
  );
  const source = useTimelineSource(query.data, entries, conversationId);
  const canStop =
    (query.data !== undefined && isUnderWay(query.data)) || source.outgoing.some((outgoing) => outgoing.state === 'sending');

  // The same function with every drawing, or every message would be drawn anew with each.
  const showTrace = useCallback(
    (traceId: string) => {
      traces.choose(traceId);
      desk.open('trace');
    },
    [traces, desk],
  );

  function loadEarlier(): void {
    if (conversationId === null || isLoadingEarlier || status.kind !== 'online') return;
    setIsLoadingEarlier(true);
    conversations
      .loadEarlier(conversationId)
      // Nothing is lost when it fails: the button that asked for it is still there.
      .catch(() => undefined)
      .finally(() => setIsLoadingEarlier(false));
  }

  return (
    <ChatView
      source={source}
      loading={loadingOf(query.data, query.isFetching ? null : query.error, status)}
      activities={query.data?.activities ?? nobody}
      agents={session?.agents ?? nobody}
      model={settingsQuery.data?.model ?? session?.model ?? null}
      notices={(session?.notices ?? nobody).filter((notice) => !dismissed.has(notice))}
      onDismissNotice={(notice) => setDismissed(new Set([...dismissed, notice]))}
      connection={connectionStateOf(status)}
      onTryNow={connection.tryNow}
      onReload={() => void query.refetch()}
      hasEarlier={query.data?.hasEarlier ?? false}
      isLoadingEarlier={isLoadingEarlier}
      onLoadEarlier={loadEarlier}
      onSend={(text) => outbox.add(text, conversationId)}
      onRetry={outbox.retry}
      onDiscard={outbox.discard}
      onCopy={copy}
      onTrace={showTrace}
      callActions={decisions.actions}
      onStop={conversationId !== null && canStop ? () => requestStops.stop(conversationId) : null}
      hiddenQuestionCount={query.data?.hasEarlier === true ? hiddenQuestions.length : 0}
      list={{
        conversations: list.data ?? nobody,
        shownId: conversationId,
        waitingCounts,
        canChange: status.kind === 'online',
        onShow: conversationList.show,
        onStart: conversationList.start,
        onRename: conversationList.rename,
        onRemove: conversationList.remove,
      }}
      clock={clock}
    />
  );
}

function useTimelineSource(
  state: ConversationState | undefined,
  entries: readonly OutboxEntry[],
  conversationId: string | null,
): TimelineSource {
  const toolCalls = useShownToolCalls(state);
  return useMemo(
    () => ({
      messages: state?.messages ?? nobody,
      toolCalls,
      spendings: state?.spendings ?? nobody,
      streamedReplies: state?.streamedReplies ?? nobody,
      outgoing: entries.filter((entry) => entry.conversationId === null || entry.conversationId === conversationId),
    }),
    [state?.messages, state?.spendings, state?.streamedReplies, toolCalls, entries, conversationId],
  );
}

function useShownToolCalls(known: ConversationState | undefined): readonly ShownToolCall[] {
  const { toolCalls, approvals, uncertainEffects } = known ?? nothing;
  return useMemo(
    () =>
      toolCalls
        .filter(({ toolName, state }) => !silentStates.has(state) || !silentTools.has(toolName))
        .map((call) => ({
          call,
          body: readToolResult(call),
          approval: approvals.find(({ id }) => id === call.id),
          uncertain: uncertainEffects.find(({ id }) => id === call.id),
        })),
    [toolCalls, approvals, uncertainEffects],
  );
}

function loadingOf(state: ConversationState | undefined, error: Error | null, status: ConnectionView['status']): ChatLoading {
  // A read that the lost connection cut off is done again by itself.
  if (error !== null && status.kind === 'online') return { kind: 'failed', sentence: error.message };
  return state === undefined ? { kind: 'loading' } : { kind: 'ready' };
}

function connectionStateOf({ kind }: ConnectionView['status']): ConnectionState {
  switch (kind) {
    case 'connecting':
    case 'online':
    case 'reconnecting':
    case 'offline':
      return kind;
    case 'refused':
    case 'outdated':
      return 'offline';
  }
}
