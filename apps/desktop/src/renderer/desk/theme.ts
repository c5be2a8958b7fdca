// The theme follows the system: dark unless it asks for light, high contrast when it asks for more.

export type Theme = 'dark' | 'light' | 'contrast';

type MatchMedia = (query: string) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>;

/** Calls back with the theme now and whenever the system changes its mind, until the returned function is called. */
export function followSystemTheme(matchMedia: MatchMedia, apply: (theme: Theme) => void): () => void {
  const contrast = matchMedia('(prefers-contrast: more)');
  const light = matchMedia('(prefers-color-scheme: light)');
  const update = (): void => apply(contrast.matches ? 'contrast' : light.matches ? 'light' : 'dark');
  contrast.addEventListener('change', update);
  light.addEventListener('change', update);
  update();
  return () => {
    contrast.removeEventListener('change', update);
    light.removeEventListener('change', update);
  };
}
