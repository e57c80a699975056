import { expect, test } from '@jest/globals';
import { titleOf } from './operation-titles.ts';

test('a title is the summary without details that matter only to callers', () => {
  expect(titleOf('List deals, newest first unless sorted', 0)).toBe('List deals');
  expect(titleOf('Delete a contact; deals lose their link to it', 2)).toBe('Delete a contact');
});

test('a title is plain text that speaks to the user', () => {
  expect(titleOf('Get the newest message template with the tag `story`', 0)).toBe(
    'Get the newest message template with the tag story',
  );
  expect(titleOf('Create a suggestion for the user to accept or dismiss', 1)).toBe(
    'Create a suggestion for you to accept or dismiss',
  );
});

test('the title of a change is the whole first clause', () => {
  const summary = 'Change the status of up to 500 tasks at once, or delete them';

  expect(titleOf(summary, 2)).toBe(summary);
});
