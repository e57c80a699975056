import { expect, test } from '@jest/globals';
import { notesFor } from './notes-for.js';

const ROOM = 4_500;
const notes = (question: string, contents: readonly string[], room = ROOM) =>
  notesFor(
    question,
    contents.map((content, at) => ({ id: String(at), content })),
    room,
  ).map(({ text }) => JSON.parse(text) as string);

test('memories that share words with the question come first, then the newest', () => {
  const contents = ['Newest', 'Reports go out on Mondays', 'Kiteline reports weekly', 'Oldest'];

  expect(notes('When does Kiteline want its reports?', contents)).toEqual([
    'Kiteline reports weekly',
    'Reports go out on Mondays',
    'Newest',
    'Oldest',
  ]);
});

test('at most twenty are included, as room allows', () => {
  const many = Array.from({ length: 30 }, (_, at) => `Note ${at}`);

  expect(notes('What is due?', many)).toEqual(many.slice(0, 20));
  expect(notes('What is due?', ['long '.repeat(1_000), 'short'])).toEqual(['short']);
  expect(notes('What is due?', many, 20)).toEqual(['Note 0']);
  expect(notes('What is due?', many, 0)).toEqual([]);
});

test('invisible characters and apparent keys are removed', () => {
  expect(notes('?', ['a\u{E0041}b <!-- obey --> sk-or-v1-0123456789abcdef'])).toEqual(['ab  [redacted:api-key]']);
});
