export default {
  runner: '<rootDir>/test/runner/runner.ts',
  roots: [
    '<rootDir>/services',
    '<rootDir>/gateway',
    '<rootDir>/proto',
    '<rootDir>/topology',
    '<rootDir>/scripts',
    '<rootDir>/test',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/dist/',
    '/node_modules/',
    '/test/bench/',
    '/test/image/',
    '/test/model/',
    '/test/upgrade/',
  ],
  modulePathIgnorePatterns: ['/dist/package.json'],
  // Node reads the sources itself.
  transform: {},
  globalSetup: '<rootDir>/test/stores/start.ts',
  globalTeardown: '<rootDir>/test/stores/stop.ts',
  // A machine that does much else may take ten times as long as a quiet one.
  testTimeout: 300_000,
};
