import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';

/** Words that hide the subject: name it instead ("the caller", "a visitor", "anyone"). */
const HIDING = /\b(?:whoever|somebody|anybody|anew)\b/i;

/** The same for comments and test titles, with words that have a plainer one: "must", "a fake", "represents". */
const HIDING_IN_CODE =
  /\b(?:whoever|somebody|anybody|nobody|anew|(?:has|have) to be|stand-ins?|stands? (?:in|for)|what there is)\b/i;

/** The same for configuration, with "must", "ingress" and "disabled" for theirs. */
const HIDING_IN_CONFIGURATION = new RegExp(
  String.raw`${HIDING_IN_CODE.source}|\b(?:has to|have to|everybody|the door|people outside|switched (?:on|off))\b`,
  'i',
);

/** The same for contracts, with "enable" and "disable" for theirs. */
const HIDING_IN_CONTRACTS = new RegExp(
  String.raw`${HIDING.source}|\bswitch(?:ed|es|ing)?(?: \w+){0,3} (?:on|off)\b`,
  'i',
);

/** A comment, or the title of a test. */
const COMMENT_OR_TITLE = /(?:^|\s)(?:\/\/|\/\*\*?|\*) .*|\b(?:test|describe)(?:\.\w+)*\(.*|^\s*\]\)\(.*/;

const BUILT = /node_modules|dist|^proto\/gen/;

/** Texts for readers outside the code: documentation, and the texts of operations. */
const FILES = globSync(['*.md', 'docs/**/*.md', 'charts/**/*.md', 'k8s/**/*.md', 'gateway/operations/src/**/*.ts'], {
  cwd: ROOT,
  exclude: (path) => BUILT.test(path) || path.endsWith('.test.ts'),
});

const CONTRACTS = globSync('proto/svc/**/*.proto', { cwd: ROOT });

/** Configuration for operators, and the meanings of settings. */
const CONFIGURATION = globSync(['{charts,k8s}/**/*.{yaml,tpl,txt}', 'compose.yaml', 'topology/src/settings.ts'], {
  cwd: ROOT,
});

const CODE = globSync(['{gateway,proto,scripts,services,test,topology}/**/*.{ts,tsx,proto}'], {
  cwd: ROOT,
  exclude: (path) => BUILT.test(path),
}).filter((path) => !/scripts\/checks\/(?:app|doc)-words/.test(path));

/** Lines of these files whose match of `part` has such a word. */
function linesWith(words: RegExp, files: readonly string[], part = /.*/): string[] {
  return files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        words.test(part.exec(line)?.[0] ?? '') ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

test('documentation and operations name who does what', () => {
  expect(FILES.length).toBeGreaterThan(300);
  expect(linesWith(HIDING, FILES)).toEqual([]);
});

test('contracts name who does what', () => {
  expect(CONTRACTS.length).toBeGreaterThan(40);
  expect(linesWith(HIDING_IN_CONTRACTS, CONTRACTS)).toEqual([]);
});

test('configuration and the meanings of settings name who does what', () => {
  expect(CONFIGURATION.length).toBeGreaterThan(50);
  expect(linesWith(HIDING_IN_CONFIGURATION, CONFIGURATION)).toEqual([]);
});

test('comments and test titles name who does what', () => {
  expect(CODE.length).toBeGreaterThan(2_000);
  expect(linesWith(HIDING_IN_CODE, CODE, COMMENT_OR_TITLE)).toEqual([]);
});
