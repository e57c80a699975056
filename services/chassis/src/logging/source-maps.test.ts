import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** The first line of the program is the first line of the source. */
const SOURCE_MAP = { version: 3, sources: ['file:///shop/order.ts'], names: [], mappings: 'AAAA' };

test('a stack trace names the line of the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const program = join(folder, 'program.mjs');
  const map = Buffer.from(JSON.stringify(SOURCE_MAP)).toString('base64');
  writeFileSync(
    program,
    `console.log(new Error('late').stack);\n//# sourceMappingURL=data:application/json;base64,${map}\n`,
  );
  const preload = new URL('source-maps.ts', import.meta.url).href;

  const { stdout } = spawnSync(process.execPath, ['--import', preload, program], { encoding: 'utf8' });

  rmSync(folder, { recursive: true });
  expect(stdout).toContain('/shop/order.ts:1');
});
