/**
 * The judges' packages: `packages.json` pins their versions outside the lockfile, and they are installed on first use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, type Packages } from '@svc/scripts/on-demand/npm-packages';
import { ROOT } from '@svc/scripts/stack/paths';
import { z } from 'zod';

/** Installs the judges unless these versions are already installed. */
export async function installJudges(): Promise<Packages> {
  const versions = readFileSync(join(import.meta.dirname, 'packages.json'), 'utf8');
  return installPackages({
    title: 'The judges',
    folder: join(ROOT, 'node_modules/.cache/judges'),
    versions: z.record(z.string(), z.string()).parse(JSON.parse(versions)),
  });
}
