/**
 * Preloaded into a process (`node --import`). Resolves names ending in `.test` from a file, `{"name": ["address", …]}`,
 * the way a cluster's DNS answers for a service with several replicas. The file may change while the process runs.
 */
import dns from 'node:dns';
import { readFileSync } from 'node:fs';

const file = process.env.TEST_NAMES ?? '';
const { lookup } = dns;
const lookupAll = dns.promises.lookup;

function addressesOf(name: string): dns.LookupAddress[] | undefined {
  if (!name.endsWith('.test')) return undefined;
  const names = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  return (names[name] ?? []).map((address) => ({ address, family: 4 }));
}

dns.promises.lookup = ((name: string, options: dns.LookupAllOptions) => {
  const known = addressesOf(name);
  return known ? Promise.resolve(known) : lookupAll(name, options);
}) as typeof dns.promises.lookup;

dns.lookup = ((name: string, options: dns.LookupOptions, callback: (...answer: unknown[]) => void) => {
  const known = addressesOf(name);
  if (!known) return lookup(name, options, callback as never);
  // Rotates the order, as name servers do.
  const shuffled = known.toSorted(() => Math.random() - 0.5);
  const [first] = shuffled;
  return process.nextTick(() => (options.all ? callback(null, shuffled) : callback(null, first?.address, 4)));
}) as typeof dns.lookup;
