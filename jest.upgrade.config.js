/** Tests of replacing one version by another, which is built for them: `npm run test:upgrade`. */
import config from './jest.config.js';

export default {
  ...config,
  roots: ['<rootDir>/test/upgrade'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/'],
};
