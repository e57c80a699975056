import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '@svc/scripts/stack/paths';

/**
 * The commands of a page in `docs/`, or of one section of it. Blocks that show what the commands print, or that start the product, are
 * left out.
 */
export function commandsOf(page: string, section?: string): string {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const body = section === undefined ? text : (text.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '');
  const blocks = body.match(/(?:^ {4}.*\n)+/gm) ?? [];
  const plain = blocks.map((block) => block.replaceAll(/^ {4}/gm, '').trim());
  return plain.filter((block) => /^(?:curl |[A-Z_]+=)/.test(block) && !block.endsWith('npm start')).join('\n');
}

export interface CommandsEnd {
  readonly code: number | null;
  readonly output: string;
  /** What came on the error stream. */
  readonly complaints: string;
}

/** Runs commands with bash, which stops at the first that fails. */
export async function runCommands(script: string, cwd: string): Promise<CommandsEnd> {
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = new Promise<number | null>((resolve) => bash.once('close', resolve));
  const [code, output, complaints] = await Promise.all([end, text(bash.stdout), text(bash.stderr)]);
  return { code, output, complaints };
}
