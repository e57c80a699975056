/**
 * `npm run proto:breaking`: checks the protocol for breaking changes against the main branch. On the main branch itself it compares with the last
 * commit while there are uncommitted changes, otherwise with the commit before. Passes when there is nothing to compare with.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../stack/paths.ts';

const base = findBase();
if (!base) {
  console.log('Protocol: there is no earlier version to compare with.');
  process.exit(0);
}
const against = `${join(ROOT, '.git')}#ref=${base},subdir=proto`;
const { status } = spawnSync('buf', ['breaking', 'proto', '--against', against], { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);

function findBase(): string | undefined {
  const head = git('rev-parse', '--verify', '--quiet', 'HEAD');
  const main = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)).find(Boolean);
  if (main && main !== head) return withProtocol(main);
  const hasChanges = git('status', '--porcelain', '--', 'proto') !== '';
  return withProtocol(hasChanges ? 'HEAD' : 'HEAD~1');
}

/** The commit, if it exists (a shallow clone may lack it) and has a protocol. */
function withProtocol(commit: string): string | undefined {
  return git('cat-file', '-t', `${commit}:proto`) === 'tree' ? git('rev-parse', commit) : undefined;
}

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
}
