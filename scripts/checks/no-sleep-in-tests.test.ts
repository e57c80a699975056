import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';

const REFUSED = {
  'number.test.ts': 'setTimeout(() => undefined, 500);',
  'product.test.ts': 'setTimeout(() => undefined, 5 * 60);',
  'constant.test.ts': 'const WAIT_MS = 5; setTimeout(() => undefined, WAIT_MS);',
  'promised.test.ts': "import { setTimeout as sleep } from 'node:timers/promises'; await sleep(50);",
};
const ALLOWED = {
  'turn.test.ts': 'setTimeout(() => undefined, 0);',
  'computed.test.ts': 'const wait = (delay: number) => setTimeout(() => undefined, delay);',
  'namesake.test.ts': 'const sleep = (count: number) => count; sleep(50);',
  'product.ts': 'setTimeout(() => undefined, 500);',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sleeps-'));
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries({ ...REFUSED, ...ALLOWED })) writeFileSync(join(folder, 'src', name), text);
  const config = {
    jsPlugins: [join(ROOT, 'scripts/checks/no-sleep-in-tests.js')],
    categories: { correctness: 'off' },
    overrides: [{ files: ['**/*.test.ts'], rules: { 'dealbridge/no-sleep-in-tests': 'error' } }],
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a test that waits for a fixed time is refused; a yielded turn, a computed delay and the product are not', () => {
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  expect(diagnostics.map(({ filename }) => filename.replace('src/', '')).toSorted()).toEqual(
    Object.keys(REFUSED).toSorted(),
  );
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['dealbridge(no-sleep-in-tests)']));
});
