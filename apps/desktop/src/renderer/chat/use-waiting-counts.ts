// How many calls wait for the person, by conversation; what waits in a conversation that was removed is out of reach and not counted.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useServices } from '../desk/services.ts';

export function useWaitingCounts(): ReadonlyMap<string, number> {
  const { connection, conversationList, decisions } = useServices();
  const { status } = useStore(connection.view);
  const waiting = useQuery({ ...decisions.query(), enabled: status.kind === 'online' }).data;
  const conversations = useQuery({ ...conversationList.query(), enabled: false }).data;
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { conversationId } of waiting ?? []) {
      if (conversations?.some(({ id }) => id === conversationId) === true)
        counts.set(conversationId, (counts.get(conversationId) ?? 0) + 1);
    }
    return counts;
  }, [waiting, conversations]);
}
