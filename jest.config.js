const swc = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

export default {
  testEnvironment: 'node',
  // Packages of the workspace as they are written, not as they were built last.
  testEnvironmentOptions: { customExportConditions: ['@svc/source', 'node', 'node-addons'] },
  roots: [
    '<rootDir>/services',
    '<rootDir>/gateway',
    '<rootDir>/proto',
    '<rootDir>/topology',
    '<rootDir>/scripts',
    '<rootDir>/test',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/', '/test/bench/', '/test/image/', '/test/upgrade/'],
  modulePathIgnorePatterns: ['/dist/package.json'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  resolver: '<rootDir>/test/jest-resolver.cjs',
  globalSetup: '<rootDir>/test/stores/start.ts',
  globalTeardown: '<rootDir>/test/stores/stop.ts',
  testTimeout: 90_000,
};
