import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '@svc/scripts/stack/paths';

/**
 * The commands on a page of `docs/`, or in one section of it, without sample output and without the command that starts
 * the product.
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
  /** Output on stderr. */
  readonly complaints: string;
}

/** Runs commands with bash, which stops at the first failure. */
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
