/** The packages of the judges: their versions are in `packages.json`, outside the lockfile, and they are installed when first needed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@svc/scripts/stack/paths';
import { z } from 'zod';

const VERSIONS = join(import.meta.dirname, 'packages.json');
const FOLDER = join(ROOT, 'node_modules/.cache/judges');

/** Gives modules from where it stands: what they export depends on who imports them. */
const LOADER = 'load.mjs';

export interface Packages {
  /** What a package, or one of its entries, exports. */
  load<Module>(name: string): Promise<Module>;
  /** File of a package. */
  file(path: string): string;
}

/** Installs the packages, unless these versions are there already. */
export async function installPackages(): Promise<Packages> {
  const versions = readFileSync(VERSIONS, 'utf8');
  const folder = join(FOLDER, createHash('sha256').update(versions).digest('hex').slice(0, 12));
  if (!existsSync(folder)) install(folder, z.record(z.string(), z.string()).parse(JSON.parse(versions)));
  const loader = (await import(pathToFileURL(join(folder, LOADER)).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return {
    load: async <Module>(name: string) => (await loader.load(name)) as Module,
    file: (path) => join(folder, 'node_modules', path),
  };
}

function install(folder: string, dependencies: Readonly<Record<string, string>>): void {
  console.log(`Installing the judges into ${folder}…`);
  const unfinished = `${folder}.unfinished`;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  writeFileSync(join(unfinished, LOADER), 'export const load = (name) => import(name);\n');
  const asked = ['install', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', asked, { cwd: unfinished, encoding: 'utf8', env: withoutNpmSettings() });
  if (status !== 0) {
    throw new Error(`The judges cannot be installed; npm must reach its registry for them:\n${stderr}`);
  }
  renameSync(unfinished, folder);
}

/** The npm that runs this command tells its children of this repository, which is none of theirs. */
function withoutNpmSettings(): NodeJS.ProcessEnv {
  const own = ([name]: [string, unknown]): boolean => !/^npm_(config_local_prefix|package|lifecycle)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(own));
}
