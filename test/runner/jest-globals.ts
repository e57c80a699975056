/** The module that test files import as `@jest/globals`. */
import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Config } from '@jest/types';
import { ModuleMocker } from 'jest-mock';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export { jestExpect as expect };

/** Defaults of fake timers; tests pass their own options. */
const PROJECT = { fakeTimers: {} } as Config.ProjectConfig;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: PROJECT, global: globalThis });

/** The subset of the `jest` object that works without Jest's module registry. */
export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
};
