/** Pasted text and uploaded files of any content are parsed in time linear in their length. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { testUser } from '@svc/chassis/testing/test-service';
import { parseLinksText } from './bulk-import/links-text.js';
import { readHandles } from './contact-import/handle-text.js';
import { readFile } from './contact-import/read-file.js';

const importFile = (format: string, text: string): Promise<unknown> =>
  readFile(testUser().preferences, { format, content: Buffer.from(text), preview: true, mapping: [] });

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'CSV', parse: (text) => importFile('csv', `name,tags,handles\n${text}`) },
  { parser: 'CSV headings', parse: (text) => importFile('csv', text) },
  { parser: 'vCards', parse: (text) => importFile('vcard', `BEGIN:VCARD\nVERSION:3.0\n${text}\nEND:VCARD\n`) },
  { parser: 'pasted links', parse: parseLinksText },
  { parser: 'handles', parse: readHandles },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});
