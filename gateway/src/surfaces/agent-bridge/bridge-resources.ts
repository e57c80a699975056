import { readTexts } from '@svc/http-host/http/request-input';
import type { McpResources, ToolCall } from '@svc/http-host/mcp/mcp-server';
import { CONTEXT_RESOURCES } from '@svc/operations/context/context-resources';
import type { Operation } from '@svc/operations/registry/define-operation';

const JSON_TYPE = 'application/json';

/** The bridge's resources: read operations with their own addresses. */
export function bridgeResources<Caller>(
  operations: readonly Operation[],
  run: (operation: Operation, input: Record<string, unknown>, call: ToolCall<Caller>) => Promise<unknown>,
): McpResources<Operation, Caller> {
  const known = CONTEXT_RESOURCES.flatMap((resource) => {
    const operation = operations.find(({ name }) => name === resource.operation);
    return operation ? [{ ...resource, operation }] : [];
  });
  return {
    listed: known.map(({ uri, name, description, operation }) => ({
      described: { uri, name, description, mimeType: JSON_TYPE },
      operation,
    })),
    templates: [
      {
        uriTemplate: 'svc://context/search{?q}',
        name: 'Context search',
        description: 'Search results for these words.',
        mimeType: JSON_TYPE,
      },
    ],
    async read(uri, call) {
      const [address, query = ''] = uri.split('?', 2);
      const resource = known.find((each) => each.uri === address);
      if (!resource) return undefined;
      const { operation, asks, input } = resource;
      const parameters = new URLSearchParams(query);
      if (asks && !parameters.get(asks.for)) return { hint: asks.hint };
      return run(operation, { ...input, ...readTexts(operation.input, Object.fromEntries(parameters)) }, call);
    },
  };
}
