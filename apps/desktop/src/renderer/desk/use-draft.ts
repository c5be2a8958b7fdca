import { useState } from 'react';
import { useServices } from './services.ts';

const DRAFT_KEY = 'vos.draft';

/** What stands in the pill. It belongs to this tab and survives a reload. */
export function useDraft(): readonly [draft: string, setDraft: (draft: string) => void] {
  const { tabStorage } = useServices();
  const [draft, setDraft] = useState(() => read(tabStorage));
  return [
    draft,
    (next) => {
      setDraft(next);
      try {
        if (next === '') tabStorage.removeItem(DRAFT_KEY);
        else tabStorage.setItem(DRAFT_KEY, next);
      } catch {
        // No room: the draft is still in the pill.
      }
    },
  ];
}

function read(storage: { getItem(key: string): string | null }): string {
  try {
    return storage.getItem(DRAFT_KEY) ?? '';
  } catch {
    return '';
  }
}
