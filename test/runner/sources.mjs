/**
 * Lets Node run the sources as they are written: a module names './x.js', as it is called once built, and the file is './x.ts'. What tests
 * import from `@jest/globals`, which works in Jest's own runner alone, comes from `jest-globals.ts`.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Sources whose types have been taken out are kept too, which is half of what loading them costs.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

const GLOBALS = new URL('jest-globals.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    return next(sourceOf(specifier, context.parentURL) ?? specifier, context);
  },
});

/** The address of the source of a relative import; undefined for files that are JavaScript. */
function sourceOf(specifier, parentUrl) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !parentUrl || /\/(node_modules|dist)\//.test(parentUrl)) return undefined;
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentUrl);
  return existsSync(fileURLToPath(url)) ? url.href : undefined;
}
