/** Tests of the images, which are built before them: `npm run test:image`. */
import config from './jest.config.js';

export default {
  ...config,
  roots: ['<rootDir>/test/image'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/'],
  testTimeout: 300_000,
};
