import { runUnrecorded, runWrite, type WriteTarget } from '../idempotency/run-write.js';
import { rolledBack, type Tx } from '../postgres/transaction.js';
import type { Answered, MethodTable, UnaryMethod } from './methods.js';
import type { ServerCall } from './server-call.js';

const WRITES = Symbol('path of the method');
const DRY_RUN = Symbol('runs the method and rolls it back');

/** The handler of a write method; only `write` makes one. */
export interface WriteHandler<Request, Answer> {
  (request: Request, call: ServerCall): Promise<Answer>;
  readonly [WRITES]: string;
  readonly [DRY_RUN]: DryRun<Request> | undefined;
}

/** Runs the work of a write method and rolls it back. Rejects as the method would. */
type DryRun<Request> = (request: Request, call: ServerCall) => Promise<void>;

type Work<Request, Answer, Before> = (
  tx: Tx,
  request: Request,
  call: ServerCall,
  before: Before,
) => Promise<Answered<Answer>>;

/** A write that is more than its transaction; see `AroundWrite`. */
export interface WriteSteps<Request, Answer, Before> {
  readonly before?: (request: Request, call: ServerCall) => Promise<Before>;
  readonly inTurn?: (
    request: Request,
    call: ServerCall,
    transact: () => Promise<Answer>,
    before: Before,
  ) => Promise<Answer>;
  readonly work: Work<Request, Answer, Before>;
  /** Set for a write that is part of another service's write, which records the agent's action. */
  readonly isPart?: boolean;
  /** Work that the response waits for once the change is committed, by this call or an earlier one. */
  readonly after?: (request: Request) => Promise<void>;
}

/**
 * Creates the handler of a write method: its work is one transaction, which also stores the response under the call's idempotency key, unless the
 * method ignores keys.
 */
export interface Write {
  <Request, Answer>(
    method: UnaryMethod<Request, Answer>,
    work: Work<Request, Answer, undefined>,
  ): WriteHandler<Request, Answer>;
  <Request, Answer, Before = undefined>(
    method: UnaryMethod<Request, Answer>,
    steps: WriteSteps<Request, Answer, Before>,
  ): WriteHandler<Request, Answer>;
}

/** Binds `write` to a service's database. */
export function createWrite(target: WriteTarget, methods: MethodTable): Write {
  return <Request, Answer, Before>(
    method: UnaryMethod<Request, Answer>,
    workOrSteps: Work<Request, Answer, Before> | WriteSteps<Request, Answer, Before>,
  ) => {
    const { before, inTurn, isPart, work, after }: WriteSteps<Request, Answer, Before> =
      typeof workOrSteps === 'function' ? { work: workOrSteps } : workOrSteps;
    const ignoresKey = methods[method.path]?.ignoresIdempotencyKey === true;
    const handler = async (request: Request, call: ServerCall): Promise<Answer> => {
      const inTransaction = async (tx: Tx, prepared: Before) =>
        ((await work(tx, request, call, prepared)) ?? {}) as Answer;
      const around = {
        before: before && (() => before(request, call)),
        inTurn:
          inTurn && ((transact: () => Promise<Answer>, prepared: Before) => inTurn(request, call, transact, prepared)),
        isPart,
      };
      const answer = await (ignoresKey
        ? runUnrecorded(target.pool, inTransaction, around)
        : runWrite(target, method, request, inTransaction, around));
      await after?.(request);
      return answer;
    };
    // Steps around the transaction may have effects of their own, which no rollback undoes.
    const dryRun: DryRun<Request> | undefined =
      typeof workOrSteps === 'function'
        ? (request, call) => rolledBack(target.pool, (tx) => work(tx, request, call, undefined as Before))
        : undefined;
    return Object.assign(handler, { [WRITES]: method.path, [DRY_RUN]: dryRun } as const);
  };
}

/** The path of the method for which `write` created the handler; undefined for other handlers. */
export function writtenMethodOf(handler: object): string | undefined {
  return WRITES in handler && typeof handler[WRITES] === 'string' ? handler[WRITES] : undefined;
}

/** The dry run of a write handler; undefined for handlers without one. */
export function dryRunOf(handler: object): DryRun<unknown> | undefined {
  return DRY_RUN in handler && typeof handler[DRY_RUN] === 'function'
    ? (handler[DRY_RUN] as DryRun<unknown>)
    : undefined;
}
