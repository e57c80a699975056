import { expect, test } from '@jest/globals';
import { readEnvironment } from '@svc/chassis/process/config';
import { z } from 'zod';
import { type SettingName, SETTINGS } from './settings.js';

function read(name: SettingName, text: string | undefined): unknown {
  const environment = text === undefined ? {} : { [name]: text };
  return readEnvironment(z.object({ [name]: SETTINGS[name] }), environment)[name];
}

test.each([
  ['API_JSON_BODY_LIMIT', 67_108_864],
  ['SCREENSHOT_MAX_IMAGE_BYTES', 41_943_040],
  ['SVC_AGENT_MAX_IMAGE_BYTES', 41_943_040],
] as const)('%s defaults to the documented limit', (name, bytes) => {
  expect(read(name, undefined)).toBe(bytes);
});

test.each([
  ['1000', 1_000],
  ['5mb', 5_242_880],
  [' 5 MB ', 5_242_880],
  ['64KB', 65_536],
])('a limit may be written as %j', (text, bytes) => {
  expect(read('API_JSON_BODY_LIMIT', text)).toBe(bytes);
});

test.each<[SettingName, string]>([
  ['SCREENSHOT_MAX_IMAGE_BYTES', '0'],
  ['SCREENSHOT_MAX_IMAGE_BYTES', '-5'],
  ['SCREENSHOT_MAX_IMAGE_BYTES', '5 megabytes'],
  ['SCREENSHOT_MAX_IMAGE_BYTES', '1.5mb'],
  ['SCREENSHOT_MAX_IMAGE_BYTES', 'much'],
  ['SVC_AGENT_MAX_IMAGE_BYTES', '0'],
  ['SVC_AGENT_MAX_IMAGE_BYTES', '40 MiB'],
  ['API_JSON_BODY_LIMIT', '64m'],
  ['S3_ENDPOINT', 'ftp://s3.example.com'],
  ['S3_ENDPOINT', 'https://s3.example.com/bucket'],
  ['SVC_AGENT_SERVICE_SECRET', 'x'.repeat(31)],
  ['SVC_AGENT_SERVICE_SECRET', `${'x'.repeat(31)} y`],
  ['SVC_AGENT_APPROVAL_CONFIRM_SECRET', 'x'.repeat(1_025)],
  ['S3_BUCKET', 'No'],
  ['SERVICE_SECRETS', 'no JSON'],
])('%s refuses %j, and the message names the setting', (name, text) => {
  expect(() => read(name, text)).toThrow(name);
});

test.each([
  ['a character too few', 'A'.repeat(42)],
  ['one too many', 'A'.repeat(44)],
  ['other characters', `${'A'.repeat(42)}+`],
  ['the same twice', `${'A'.repeat(43)},${'A'.repeat(43)}`],
  ['the same twice, spelled differently', `${'A'.repeat(43)},${'A'.repeat(42)}B`],
  ['three', ['A', 'B', 'C'].map((letter) => letter.repeat(43)).join()],
])('a sealing key with %s is refused, and not repeated in the message', (_case, text) => {
  expect(() => read('SVC_ENCRYPTION_KEY', text)).toThrow(/^The settings are invalid\. SVC_ENCRYPTION_KEY(\.\d)?: must/);
  expect(() => read('SVC_ENCRYPTION_KEY', text)).not.toThrow('AAAAAAAA');
});

test('no, one, or (during a replacement) two sealing keys are accepted', () => {
  const [one, two] = ['A'.repeat(43), 'B'.repeat(43)];

  expect([undefined, one, `${one},${two}`].map((text) => read('SVC_ENCRYPTION_KEY', text))).toEqual([
    undefined,
    [one],
    [one, two],
  ]);
});
