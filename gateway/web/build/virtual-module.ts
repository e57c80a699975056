import type { Plugin } from 'vite';

/** A module of the app that the build makes: `virtual:` and its name, with a value as its default export. */
export function virtualModule(name: string, value: unknown): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? `export default ${JSON.stringify(value)}` : undefined),
  };
}
