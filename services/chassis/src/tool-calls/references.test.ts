import { expect, test } from '@jest/globals';
import { referencesBy, referencesJson } from './references.js';

const referencesOf = referencesBy({
  fields: ['noteId', 'folderId'],
  records: { note: { id: 'noteId', folderId: 'folderId', state: 'state' } },
  lists: { notes: ['noteId', 'title'] },
  counts: ['summary'],
});

test('a record contains references from the response and from the request', () => {
  const request = { noteId: 'asked', folderId: 'f', text: 'private' };
  const answer = { note: { id: 'n', state: 'open', text: 'private', image: {} } };

  expect(referencesOf(request, {})).toEqual({ noteId: 'asked', folderId: 'f' });
  expect(referencesOf(request, answer)).toEqual({ noteId: 'n', folderId: 'f', state: 'open' });
});

test("references include a list's first twenty records, and numbers are summed", () => {
  const notes = Array.from({ length: 25 }, (_, index) => ({ noteId: `n${index}`, title: 'x'.repeat(300), text: 'p' }));

  const references = referencesOf({}, { notes, summary: { made: 25, text: 'private' } });

  expect(references['summary']).toEqual({ made: 25 });
  expect(references['notes']).toHaveLength(20);
  expect((references['notes'] as unknown[])[0]).toEqual({ noteId: 'n0', title: 'x'.repeat(200) });
});

test.each([undefined, null, 'text', { note: null, notes: {}, summary: undefined }])(
  '%j yields no references',
  (answer) => {
    expect(referencesOf(undefined, answer)).toEqual({});
  },
);

test('references that are too large for a record are cut, lists first', () => {
  const notes = Array.from({ length: 20 }, () => ({ title: 'ü'.repeat(200) }));

  const cut = JSON.parse(referencesJson({ noteId: 'n', notes })) as { noteId: string; notes: unknown[] };

  expect(cut.noteId).toBe('n');
  expect(cut.notes.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(4_096);
  expect(referencesJson({ text: 'x'.repeat(5_000) })).toBe('{}');
});
