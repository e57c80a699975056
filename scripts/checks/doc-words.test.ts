import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';

/** Words that hide the subject: name it instead ("the caller", "a visitor", "anyone"). */
const HIDING = /\b(?:whoever|somebody|anybody|anew)\b/i;

/** What people outside the code read: documentation, contracts, and the texts of operations. */
const FILES = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'charts/**/*.md',
    'k8s/**/*.{md,yaml}',
    'proto/svc/**/*.proto',
    'gateway/operations/src/**/*.ts',
  ],
  { cwd: ROOT, exclude: (path) => /node_modules|dist|\.test\.ts$/.test(path) },
);

test('documentation, contracts and operations name who does what', () => {
  const found = FILES.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (HIDING.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );

  expect(FILES.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
