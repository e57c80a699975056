import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { fillMessage, MESSAGE_LENGTH_MAX } from './fill-message.js';

const VALUES = { deal: 'Spring launch', code: 'SAVE20', contact: 'Ann', views: 'https://v.example - 12 views' };

describe('a message', () => {
  test('has the deal, its promo code, its contact and the view counts in place of the placeholders', () => {
    expect(fillMessage('Hi {contact}, {deal} [{code}]:\n{views}\n{deal}!', VALUES)).toEqual({
      text: 'Hi Ann, Spring launch [SAVE20]:\nhttps://v.example - 12 views\nSpring launch!',
      unknownPlaceholders: [],
      emptyPlaceholders: [],
    });
  });

  test('keeps unknown placeholders, and lists each once in order', () => {
    const message = '{name} {views} {first name} {name} {View} {códe-2}';

    expect(fillMessage(message, VALUES)).toEqual({
      text: message.replace('{views}', VALUES.views),
      unknownPlaceholders: ['{name}', '{first name}', '{View}', '{códe-2}'],
      emptyPlaceholders: [],
    });
  });

  test.each(['{}', '{ }', '{"a": 1}', '{a, b}', '{deal', 'deal}', '{\ndeal}', `{${'x'.repeat(65)}}`])(
    'does not treat %j as a placeholder',
    (message) => {
      expect(fillMessage(message, VALUES)).toEqual({ text: message, unknownPlaceholders: [], emptyPlaceholders: [] });
    },
  );

  test('fills only inner braces, and no names inherited from Object', () => {
    expect(fillMessage('{{deal}} {constructor} {toString}', VALUES)).toEqual({
      text: '{Spring launch} {constructor} {toString}',
      unknownPlaceholders: ['{constructor}', '{toString}'],
      emptyPlaceholders: [],
    });
  });

  test('lists the placeholders whose value is empty', () => {
    expect(fillMessage('Hi {contact}, {deal} [{code}] {contact}', { ...VALUES, contact: '', code: '' })).toEqual({
      text: 'Hi , Spring launch [] ',
      unknownPlaceholders: [],
      emptyPlaceholders: ['{contact}', '{code}'],
    });
  });

  test('is refused when it would exceed a million characters', () => {
    const views = 'v'.repeat(MESSAGE_LENGTH_MAX / 2);

    expect(MESSAGE_LENGTH_MAX).toBe(1_000_000);
    expect(fillMessage('{views}{views}', { ...VALUES, views }).text).toHaveLength(MESSAGE_LENGTH_MAX);
    expect(() => fillMessage('{views}{views}.', { ...VALUES, views })).toThrow(
      '`templateId` must have at most 1,000,000 characters once it is filled',
    );
  });

  test('does not fill placeholders inside values', () => {
    const value = fc.constantFrom('{deal}', '{views}', '{name}', '$&', '{', '}', 'x');
    const values = fc.record({ deal: value, code: value, contact: value, views: value });
    const part = fc.constantFrom('{deal}', '{code}', '{contact}', '{views}', ' and ');

    fc.assert(
      fc.property(fc.array(part), values, (parts, texts) => {
        const byPlaceholder = new Map(Object.entries(texts).map(([name, text]) => [`{${name}}`, text]));
        const expected = parts.map((each) => byPlaceholder.get(each) ?? each).join('');

        expect(fillMessage(parts.join(''), texts)).toEqual({
          text: expected,
          unknownPlaceholders: [],
          emptyPlaceholders: [],
        });
      }),
    );
  });
});
