import { expect, test } from '@jest/globals';
import { describeFailure } from './failure.ts';

test.each(['ENOSPC: no space left on device, write', 'wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.'])(
  'a full disk is reported as such, at any depth of causes: %s',
  (message) => {
    const failure = new Error('The database cannot be created.', { cause: new Error(message) });

    expect(describeFailure(failure)).toBe('The disk is full: free some space and run the command again.');
  },
);

test('any other failure is reported by its message, without a stack', () => {
  expect(describeFailure(new Error('Port 80 is in use.', { cause: new Error('EADDRINUSE') }))).toBe(
    'Port 80 is in use.',
  );
});
