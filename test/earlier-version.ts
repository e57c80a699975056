import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';

/** The chart made commits installable; before the first release, users run the commit that preceded it. */
const CHART = 'charts/dealbridge/Chart.yaml';

/** A version that users may be running now. */
export interface EarlierVersion {
  readonly commit: string;
  /** Repository at that commit, installed and built. */
  readonly root: string;
}

/**
 * The commit to upgrade from: `UPGRADE_FROM`, else the newest release tag, else the commit before the chart. Undefined
 * if this clone has none of them.
 */
export function findEarlierCommit(): string | undefined {
  const wanted = process.env.UPGRADE_FROM || git('describe', '--tags', '--abbrev=0', '--match', 'v*') || beforeChart();
  return wanted && git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`);
}

function beforeChart(): string | undefined {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', CHART)?.split('\n').at(-1);
  return added && `${added}~1`;
}

/**
 * Installs and builds a commit in its own folder, once per machine. Throws when the build fails; the build reports why
 * on stderr.
 */
export function buildEarlierVersion(commit: string): EarlierVersion {
  const root = join(tmpdir(), 'dealbridge-versions', commit);
  if (existsSync(root)) return { commit, root };
  const unfinished = `${root}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', unfinished], { input: archive });
    execFileSync(process.execPath, ['scripts/setup.mjs', 'build-only'], {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    renameSync(unfinished, root);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return { commit, root };
}

/** Output of git, or undefined when it fails. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
