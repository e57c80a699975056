import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { CLIENTS, type Clients } from '@svc/operations/run/clients';
import type { OperationContext } from '@svc/operations/run/operation-context';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { sampleInput } from './sample-input.ts';

/** An answer that has every property an operation may read. */
const ANYTHING: object = new Proxy(() => undefined, {
  get: (_target, name) => {
    if (name === 'then') return undefined;
    if (name === Symbol.toPrimitive) return () => 'anything';
    return name === Symbol.iterator ? () => [ANYTHING].values() : ANYTHING;
  },
  apply: () => ANYTHING,
});

/** Methods that the operation calls when it runs on fake answers. */
async function calledMethods(operation: Operation): Promise<Set<string>> {
  const called = new Set<string>();
  const clients = Object.fromEntries(
    Object.entries(CLIENTS).map(([name, { definition }]) => {
      const methods: Readonly<Record<string, { readonly path: string }>> = definition;
      const call = (_target: object, method: string) => async () => {
        called.add(methods[method]?.path ?? method);
        return ANYTHING;
      };
      return [name, new Proxy({}, { get: call })];
    }),
  ) as Clients;
  // The host that receives the body stores the idempotency record.
  const forwardBody = async () => void called.add('a forwarded body');
  const http = { sender: ANYTHING, viewingPass: null, confirmSecret: 'anything', forwardBody };
  const runProposal = async (): Promise<object> => ANYTHING;
  // An approved call runs as a separate call under the same key.
  const runApproval = async () => {
    called.add('an approved call');
    return ANYTHING;
  };
  const askForApproval = async (): Promise<object> => ANYTHING;
  const runners = { runProposal, runApproval, askForApproval };
  const context = { clients, http, ...runners, catalog: ANYTHING } as unknown as OperationContext;
  await operation.run(sampleInput(operation.input, {}) as never, context).catch(() => undefined);
  return called;
}

const WRITES = OPERATIONS.filter(({ access, http }) => access !== 'public' && http.method !== 'GET');

describe.each(WRITES.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  test('declares idempotency keys ignored exactly when no method it calls records them', async () => {
    const called = [...(await calledMethods(operation))];

    const keeping = called.filter(
      (path) => !METHOD_OPTIONS[path]?.readOnly && !METHOD_OPTIONS[path]?.ignoresIdempotencyKey,
    );
    expect([called, keeping.length === 0 ? 'ignored' : undefined]).toEqual([called, operation.http.idempotencyKey]);
  });
});
