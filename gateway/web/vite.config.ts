import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { affectedFamilies } from './build/affected-families.ts';
import { compressedFiles } from './build/compressed-files.ts';
import { fieldBounds } from './build/field-bounds.ts';
import { operationTable } from './build/operation-table.ts';
import { operationTitles } from './build/operation-titles.ts';

/** Address of `npm start`; the development server proxies all other requests to it. */
const GATEWAY = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;
const SERVED_BY_GATEWAY =
  '^/(api|s|r|agent|brand|favicon\\.ico|decisions|sign-in|sign-up|invitations|reset-password|confirm-address|docs|\\.well-known|openapi\\.json|welcome|features|ai-link-shortener|pricing|about|contact|terms|privacy|cookies)(/|$)';

/** Modules that request the first data before the app loads, and those they share with the app. */
const FIRST_READS = /src\/loading\/first-reads\.ts$/;
const EARLY = /src\/(api\/early-reads|today\/first-due-views)\.ts$/;

/** Bundle the first page into a few self-contained chunks; otherwise each module that two pages share is a separate request. */
const FIRST_CHUNKS = [
  { name: 'early', test: EARLY, priority: 1 },
  { name: 'start', tags: ['$initial' as const], test: (module: string) => !FIRST_READS.test(module) },
  {
    name: 'base',
    test: /src\/(sign-in\/(carried-email|sign-in-form)|shell\/kept-account-key|ui\/text-link)\.tsx?$|shared\/usable-time-zone\.js$/,
  },
  { name: 'first', test: /src\/(shell\/app-frame|today\/today-page|ui\/page-error)\.tsx?$/ },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    operationTable(),
    affectedFamilies(),
    operationTitles(),
    fieldBounds(),
    compressedFiles(),
  ],
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    manifest: true,
    license: { fileName: 'assets/licenses.md' },
    modulePreload: { polyfill: false },
    // A policy without inline data keeps fonts and images as files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'src/loading/first-reads.ts'].map((path) => join(import.meta.dirname, path)),
      output: { codeSplitting: { groups: FIRST_CHUNKS } },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The browser has to see one origin, or the same-origin check refuses its writes.
    proxy: { [SERVED_BY_GATEWAY]: { target: GATEWAY, changeOrigin: false } },
  },
});
