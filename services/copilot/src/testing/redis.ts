/** The Redis of this test run. */
export function testRedisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('TEST_REDIS_URL is not set: these tests need a Redis. Start them with npm test.');
  return url;
}
