// Builds the renderer that both shells serve. `--mode gallery` builds the desk over an in-memory host with sample content instead.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  return {
    root: folder(isGallery ? './src/renderer/gallery' : './src/renderer'),
    base: './',
    plugins: [react()],
    build: {
      outDir: folder(isGallery ? './dist/gallery' : './dist/renderer'),
      emptyOutDir: true,
      // The oldest of the two Electron versions the app runs in; browsers of that age are served too.
      target: 'chrome130',
      // The content security policy allows no data: scripts, and worklets given as data: fail without a word.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Beside the rest of what every start needs, so that two processors can read the two at once.
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
              { name: 'start', tags: ['$initial'], priority: 2 },
              // What windows have in common, such as Markdown: one file instead of a dozen small ones. The chat loads it with every start.
              { name: 'common', minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    },
  };
});
