/**
 * Lets Node run the sources directly: imports name './x.js', the name after the build, while the file is './x.ts'.
 * Tests import `@jest/globals`, which only Jest's own runner provides, so `jest-globals.ts` replaces it.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caching the stripped and compiled sources halves the time to load them.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

const GLOBALS = new URL('jest-globals.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    return next(sourceOf(specifier, context.parentURL) ?? specifier, context);
  },
});

/** URL of the source for a relative import; undefined for JavaScript files. */
function sourceOf(specifier, parentUrl) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !parentUrl || /\/(node_modules|dist)\//.test(parentUrl)) return undefined;
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentUrl);
  return existsSync(fileURLToPath(url)) ? url.href : undefined;
}
