// Runs before anything is drawn and puts the theme of the last visit on the page, so that it does not flash in another one.
// The rest of the page may take a second to load; settings/theme.ts takes over from there and knows the same key.
(() => {
  let kept = null;
  try {
    kept = window.localStorage.getItem('vos.appearance');
  } catch {
    // A browser that forbids storage gets the default.
  }
  const asks = (query) => window.matchMedia(query).matches;
  const system = asks('(prefers-contrast: more)') ? 'contrast' : asks('(prefers-color-scheme: light)') ? 'light' : 'dark';
  document.documentElement.dataset.theme = kept === 'system' ? system : ['light', 'contrast'].includes(kept) ? kept : 'dark';
})();
