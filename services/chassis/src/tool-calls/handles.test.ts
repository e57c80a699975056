import { expect, test } from '@jest/globals';
import { handlesBy, handlesJson } from './handles.js';

const handlesOf = handlesBy({
  fields: ['noteId', 'folderId'],
  records: { note: { id: 'noteId', folderId: 'folderId', state: 'state' } },
  lists: { notes: ['noteId', 'title'] },
  counts: ['summary'],
});

test('a record names what its answer names, and beside that what was asked for', () => {
  const request = { noteId: 'asked', folderId: 'f', text: 'private' };
  const answer = { note: { id: 'n', state: 'open', text: 'private', image: {} } };

  expect(handlesOf(request, {})).toEqual({ noteId: 'asked', folderId: 'f' });
  expect(handlesOf(request, answer)).toEqual({ noteId: 'n', folderId: 'f', state: 'open' });
});

test('lists name their first twenty records, and sums their numbers', () => {
  const notes = Array.from({ length: 25 }, (_, index) => ({ noteId: `n${index}`, title: 'x'.repeat(300), text: 'p' }));

  const handles = handlesOf({}, { notes, summary: { made: 25, text: 'private' } });

  expect(handles['summary']).toEqual({ made: 25 });
  expect(handles['notes']).toHaveLength(20);
  expect((handles['notes'] as unknown[])[0]).toEqual({ noteId: 'n0', title: 'x'.repeat(200) });
});

test.each([undefined, null, 'text', { note: null, notes: {}, summary: undefined }])(
  'of %j nothing is named',
  (answer) => {
    expect(handlesOf(undefined, answer)).toEqual({});
  },
);

test('what is too large for a record is cut, its lists first', () => {
  const notes = Array.from({ length: 20 }, () => ({ title: 'ü'.repeat(200) }));

  const cut = JSON.parse(handlesJson({ noteId: 'n', notes })) as { noteId: string; notes: unknown[] };

  expect(cut.noteId).toBe('n');
  expect(cut.notes.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(4_096);
  expect(handlesJson({ text: 'x'.repeat(5_000) })).toBe('{}');
});
