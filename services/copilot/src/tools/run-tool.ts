import type { AsGranted, Grant } from '@svc/chassis/assertions/renewal';
import { currentCall } from '@svc/chassis/calls/call-context';
import { inSpan, SpanKind } from '@svc/chassis/telemetry/spans';
import type { ApprovalPolicy } from '@svc/operations/approvals/approved-call';
import type { OperationCatalog } from '@svc/operations/registry/catalog';
import type { Operation } from '@svc/operations/registry/define-operation';
import { assertionsOf } from '@svc/operations/run/assertions';
import type { Clients } from '@svc/operations/run/clients';
import type { SurfaceContext } from '@svc/operations/run/operation-context';
import { runOperation } from '@svc/operations/run/run-operation';

/** Dependencies of tools. */
export interface ToolRunnerParts {
  readonly clients: Clients;
  readonly catalog: OperationCatalog;
  readonly appName: string;
  readonly asGranted: AsGranted;
}

/** One run of a tool. */
export interface ToolRun {
  readonly operation: Operation;
  readonly input: unknown;
  /** Identifies the call everywhere; a write under it happens once, however often it runs. */
  readonly key: string;
  /** Called once the user is verified and the tool runs. */
  readonly onBegin?: (() => void) | undefined;
  /** The rule for which calls need the user's approval. */
  readonly approvals: ApprovalPolicy;
  /** The user's approval; undefined when they were not asked. */
  readonly approved?: { readonly id: string; readonly inputHash: Buffer } | undefined;
}

/**
 * Runs an operation for the user of a grant, verifying them again, and returns its output. Rejects with the AppError that the user would get on the
 * dashboard, and with GRANT_ENDED once the grant has ended.
 */
export type RunTool = (
  grant: Grant,
  run: ToolRun,
  bounds: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<unknown>;

export function createToolRunner({ clients, catalog, appName, asGranted }: ToolRunnerParts): RunTool {
  const context: SurfaceContext = {
    clients,
    source: 'agent',
    expectedVersion: null,
    apiPath: '/api',
    // Unused: no tool returns an address of the product.
    baseUrl: '',
    shortenerOrigin: '',
    appName,
    documentation: { docsUrl: undefined, agentKitUrl: undefined },
  };
  return (grant, { operation, input, key, onBegin, approvals, approved }, { timeoutMs, signal }) =>
    inSpan(`execute_tool ${operation.name}`, { kind: SpanKind.INTERNAL }, () =>
      asGranted(
        grant,
        async ({ userId }) => {
          const call = currentCall();
          const assertions = assertionsOf({ assertion: call?.assertion, assertions: {} });
          onBegin?.();
          const { output } = await runOperation({
            operation,
            input,
            caller: { kind: 'user', userId, role: 'user', assertions },
            context,
            catalog,
            requestId: key,
            agent: { surface: 'copilot', ...(approved && { approvalId: approved.id }) },
            idempotencyKey: operation.tier > 0 ? key : undefined,
            approvals,
            storedHash: approved?.inputHash,
            signal: call?.signal ?? signal,
          });
          return output;
        },
        { timeoutMs, signal },
      ),
    );
}
