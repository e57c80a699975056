import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../stack/paths.ts';
import type { Build, Engine } from './engine.ts';
import { type Bases, makeLocalBases, needForLocalBases } from './local-bases.ts';

/** Image name by target of the Dockerfile; the chart's values use the same. */
export const IMAGES = { app: 'dealbridge', browser: 'dealbridge-browser' } as const;

export type Target = keyof typeof IMAGES;

const DOCKERFILE = join(ROOT, 'Dockerfile');

/** Name prefix of images that are not in a registry. */
export const LOCAL = 'localhost';

/** Arguments of every build: the version, and base images that differ from the Dockerfile's. */
export interface BuildSettings {
  readonly version: string;
  readonly bases: Partial<Bases>;
}

/** The version of the product. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

export function buildOf(target: Target, names: readonly string[], { version, bases }: BuildSettings): Build {
  return { file: DOCKERFILE, context: ROOT, target, names, arguments: { VERSION: version, ...bases } };
}

interface BaseChoice {
  /** Whether bases made from this machine may replace the public ones. */
  readonly mayUseLocal: boolean;
  readonly say: (line: string) => void;
}

/**
 * Base images that replace those of the Dockerfile: none when the public ones can be pulled, else local ones, which `say` reports. Throws when there
 * are none, or they may not be used.
 */
export function findBaseOverrides(engine: Engine, { mayUseLocal, say }: BaseChoice): Partial<Bases> {
  const missing = publicBases().find((base) => !engine.fetch(base));
  if (missing === undefined) return {};
  if (!mayUseLocal) throw new Error(`${missing} cannot be fetched, and published images must be built on it.`);
  const need = needForLocalBases();
  if (need) throw new Error(`${missing} cannot be fetched. To build on parts of this machine instead, ${need}.`);
  say(`${missing} cannot be fetched: building on parts of this machine instead, for tests and trials only.`);
  return makeLocalBases(engine);
}

/** The base images in the Dockerfile. */
function publicBases(): string[] {
  const lines = readFileSync(DOCKERFILE, 'utf8').matchAll(/^ARG (?:NODE_IMAGE|RUNTIME_IMAGE|BROWSER_BASE)=(\S+)$/gm);
  return [...lines].map(([, base = '']) => base);
}
