/** Tests with a real language model, which is installed for them: `npm run test:model`. */
import config from './jest.config.js';

export default {
  ...config,
  roots: ['<rootDir>/test/model'],
  testPathIgnorePatterns: ['/dist/', '/node_modules/'],
};
