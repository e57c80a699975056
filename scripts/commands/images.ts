/**
 * `npm run images [-- --push <registry>] [--sbom]`: builds the two images of the Dockerfile, tagged by version and commit, and prints
 * their names; with a registry it pushes them. `--sbom` writes their bill of materials (CycloneDX) into `dist/images`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOf, findBaseOverrides, IMAGES, LOCAL, readVersion, type Target } from '../build/images/build-images.ts';
import { findEngine, NO_ENGINE, run } from '../build/images/engine.ts';
import { describeFailure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';

/** Workspaces for which the image installs packages, as in the Dockerfile. */
const INSTALLED = ['services', 'topology', 'proto', 'gateway', 'gateway/operations'];

try {
  const { values } = parseArgs({ options: { push: { type: 'string' }, sbom: { type: 'boolean', default: false } } });
  makeImages(values.push?.replace(/\/$/, ''));
  if (values.sbom) writeSbom();
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

function makeImages(registry: string | undefined): void {
  const engine = findEngine();
  if (!engine) throw new Error(NO_ENGINE);
  const version = readVersion();
  const tags = [version, ...commitTag(version, registry !== undefined)];
  const bases = findBaseOverrides(engine, { mayUseLocal: registry === undefined, say: console.log });
  for (const [target, image] of Object.entries(IMAGES) as [Target, string][]) {
    const names = tags.map((tag) => `${registry ?? LOCAL}/${image}:${tag}`);
    const build = buildOf(target, names, { version, bases });
    const startedAt = performance.now();
    engine.build(build);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`${names.join(' ')}\n  ${engine.idOf(names[0] ?? '')} (${engine.command}, ${seconds} s)`);
    if (registry) console.log(`  pushed: ${registry}/${image}@${engine.push(build)}`);
  }
}

/** Tag with the commit of the build. Throws when uncommitted sources would be published. */
function commitTag(version: string, isPublished: boolean): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return [];
  const isChanged = git('status', '--porcelain').stdout !== '';
  if (isChanged && isPublished) throw new Error('There are uncommitted changes: commit them before you publish.');
  return [`${version}-${stdout.trim()}${isChanged ? '-changed' : ''}`];
}

function writeSbom(): void {
  const folder = join(ROOT, 'dist/images');
  mkdirSync(folder, { recursive: true });
  const options = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const workspaces = INSTALLED.flatMap((workspace) => ['--workspace', workspace]);
  const file = join(folder, `${IMAGES.app}-${readVersion()}.cdx.json`);
  writeFileSync(file, run('npm', ['sbom', ...options, ...workspaces], { cwd: ROOT }));
  console.log(`bill of materials of ${IMAGES.app}: ${file}`);
}
