/** What test files import as `@jest/globals`. */
import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Config } from '@jest/types';
import { ModuleMocker } from 'jest-mock';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export { jestExpect as expect };

/** Settings of fake timers; a test gives its own. */
const PROJECT = { fakeTimers: {} } as Config.ProjectConfig;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: PROJECT, global: globalThis });

/** The part of Jest's own object that needs no module registry of its own. */
export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
};
