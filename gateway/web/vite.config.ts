import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './build/compressed-files.ts';
import { fieldBounds } from './build/field-bounds.ts';
import { operationTable } from './build/operation-table.ts';

/** Where `npm start` listens; the development server passes on to it what is not the app's. */
const GATEWAY = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const SERVED_BY_GATEWAY =
  '^/(api|s|r|agent|decisions|invitations|reset-password|docs|\\.well-known|openapi\\.json|welcome|features|ai-link-shortener|pricing|about|contact|terms|privacy|cookies)(/|$)';

/**
 * What is there with the first page comes in few files, each with all that it needs and is in none before it: without these, modules that
 * two pages share are files of their own, of which a browser asks for six at a time. Pages that come later stay apart.
 */
const FIRST_CHUNKS = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'base', test: /src\/sign-in\/sign-in-form\.tsx$/ },
  { name: 'first', test: /src\/(shell\/app-frame|today\/today-page)\.tsx$/ },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), operationTable(), fieldBounds(), compressedFiles()],
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    manifest: true,
    license: { fileName: 'assets/licenses.md' },
    modulePreload: { polyfill: false },
    // A policy without inline data keeps fonts and images as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_CHUNKS } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The browser has to see one origin, or the same-origin check refuses its writes.
    proxy: { [SERVED_BY_GATEWAY]: { target: GATEWAY, changeOrigin: false } },
  },
});
