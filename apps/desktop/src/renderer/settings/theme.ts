// The theme of the page: what the person chose in the settings, or what the computer asks for. The choice is kept in the browser's
// storage too, where first-paint.js finds it before anything is drawn; the host's word replaces it.
import { type Appearance, appearance } from '@vos/protocol/entities';
import type { PageStorage } from '../desk/page-storage.ts';

export type Theme = Exclude<Appearance, 'system'>;

/** Also written in public/first-paint.js. */
const APPEARANCE_KEY = 'vos.appearance';

type MatchMedia = (query: string) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>;

export interface ThemeKeeper {
  /** The host's word on what the person chose. */
  choose(chosen: Appearance): void;
  stop(): void;
}

/** Calls `apply` with the theme now, whenever another is chosen, and whenever the computer changes its mind and is asked. */
export function createThemeKeeper({
  storage,
  matchMedia,
  apply,
}: {
  storage: Pick<PageStorage, 'getItem' | 'setItem'>;
  matchMedia: MatchMedia;
  apply: (theme: Theme) => void;
}): ThemeKeeper {
  const contrast = matchMedia('(prefers-contrast: more)');
  const light = matchMedia('(prefers-color-scheme: light)');
  let chosen = readKept(storage);

  function update(): void {
    apply(chosen === 'system' ? (contrast.matches ? 'contrast' : light.matches ? 'light' : 'dark') : chosen);
  }
  contrast.addEventListener('change', update);
  light.addEventListener('change', update);
  update();

  return {
    choose(next) {
      if (next === chosen) return;
      chosen = next;
      try {
        storage.setItem(APPEARANCE_KEY, next);
      } catch {
        // No room: the next start shows the last theme that was kept until the host has answered.
      }
      update();
    },
    stop() {
      contrast.removeEventListener('change', update);
      light.removeEventListener('change', update);
    },
  };
}

function readKept(storage: Pick<PageStorage, 'getItem'>): Appearance {
  try {
    return appearance.catch('dark').parse(storage.getItem(APPEARANCE_KEY));
  } catch {
    return 'dark';
  }
}
