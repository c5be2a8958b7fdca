// Text that does not fit into a field is left out as a whole, and the desk says so: a browser would cut it without a word, and what it cut
// would be missed only when the original is gone.
import { useEffect } from 'react';
import { useServices } from './services.ts';

export function usePasteGuard(): void {
  const { toasts } = useServices();
  useEffect(() => {
    function guard(event: ClipboardEvent | DragEvent, text: string): void {
      const field = event.target;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
      const { value, selectionStart, selectionEnd } = field;
      const limit = limitOf(field);
      const room = limit - value.length + (event.type === 'paste' ? (selectionEnd ?? 0) - (selectionStart ?? 0) : 0);
      if (event.defaultPrevented || text.length <= room) return;
      event.preventDefault();
      toasts.show({
        icon: 'keyboard',
        title: 'That does not fit, and was left out',
        line: `It has ${text.length.toLocaleString('en')} characters, and “${nameOf(field)}” holds ${limit.toLocaleString('en')} at most. What was there is unchanged.`,
      });
    }
    const onPaste = (event: ClipboardEvent): void => guard(event, event.clipboardData?.getData('text/plain') ?? '');
    const onDrop = (event: DragEvent): void => guard(event, event.dataTransfer?.getData('text/plain') ?? '');
    window.addEventListener('paste', onPaste, true);
    window.addEventListener('drop', onDrop, true);
    return () => {
      window.removeEventListener('paste', onPaste, true);
      window.removeEventListener('drop', onDrop, true);
    };
  }, [toasts]);
}

/** A field may let more be typed than it takes at once. */
function limitOf({ maxLength, dataset }: HTMLInputElement | HTMLTextAreaElement): number {
  if (maxLength >= 0) return maxLength;
  return dataset['pasteLimit'] === undefined ? Number.POSITIVE_INFINITY : Number(dataset['pasteLimit']);
}

/** As a person sees it. */
function nameOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent.trim() ?? field.placeholder;
}
