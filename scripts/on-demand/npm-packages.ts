/** npm packages outside the lockfile, for a few commands: installed on first use, each set in its own folder. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Module that loads packages from its own folder, because resolution depends on the importer. */
const LOADER = 'load.mjs';
const INSTALL_MS_MAX = 300_000;

export interface Packages {
  /** The exports of a package, or of one of its entries. */
  load<Module>(name: string): Promise<Module>;
  /** File of a package. */
  file(path: string): string;
}

export interface WantedPackages {
  /** Subject for sentences about the packages, such as "The judges". */
  readonly title: string;
  /** Folder for these packages only; other versions in it are removed. */
  readonly folder: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Kinds of dependencies that npm leaves out. */
  readonly omit?: readonly ('optional' | 'peer')[];
}

/** Installs the packages, unless these versions are present. Throws an error with a one-sentence message when npm fails. */
export async function installPackages(wanted: WantedPackages): Promise<Packages> {
  const key = createHash('sha256').update(JSON.stringify(wanted.versions)).digest('hex').slice(0, 12);
  const folder = join(wanted.folder, key);
  if (!existsSync(folder)) install(folder, wanted);
  const loader = (await import(pathToFileURL(join(folder, LOADER)).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return {
    load: async <Module>(name: string) => (await loader.load(name)) as Module,
    file: (path) => join(folder, 'node_modules', path),
  };
}

function install(folder: string, { title, folder: parent, versions: dependencies, omit = [] }: WantedPackages): void {
  console.log(`${title}: installing packages into ${folder}…`);
  const unfinished = `${folder}.unfinished`;
  rmSync(parent, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  writeFileSync(join(unfinished, LOADER), 'export const load = (name) => import(name);\n');
  const asked = ['install', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync(
    'npm',
    [...asked, '--fetch-retries=1', ...omit.map((kind) => `--omit=${kind}`)],
    {
      cwd: unfinished,
      encoding: 'utf8',
      env: withoutNpmSettings(),
      timeout: INSTALL_MS_MAX,
    },
  );
  if (status !== 0) throw new Error(`${title} cannot be installed; npm must reach its registry for that:\n${stderr}`);
  renameSync(unfinished, folder);
}

/** The environment without npm's variables about this repository, which must not affect child processes. */
function withoutNpmSettings(): NodeJS.ProcessEnv {
  const own = ([name]: [string, unknown]): boolean => !/^npm_(config_local_prefix|package|lifecycle)/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(own));
}
