import type { McpResources, ToolCall } from '@svc/chassis/mcp/mcp-server';
import { readTexts } from '@svc/chassis/http/request-input';
import { CONTEXT_RESOURCES } from '@svc/operations/context/context-resources';
import type { Operation } from '@svc/operations/define-operation';

const JSON_TYPE = 'application/json';

/** The bridge's resources: reads of the registry under addresses of their own. */
export function bridgeResources<Caller>(
  operations: readonly Operation[],
  run: (operation: Operation, input: Record<string, unknown>, call: ToolCall<Caller>) => Promise<unknown>,
): McpResources<Caller> {
  return {
    listed: CONTEXT_RESOURCES.map(({ uri, name, description }) => ({ uri, name, description, mimeType: JSON_TYPE })),
    templates: [
      {
        uriTemplate: 'svc://context/search{?q}',
        name: 'Context search',
        description: 'The same for these words.',
        mimeType: JSON_TYPE,
      },
    ],
    async read(uri, call) {
      const [address, query = ''] = uri.split('?', 2);
      const resource = CONTEXT_RESOURCES.find((each) => each.uri === address);
      const operation = operations.find(({ name }) => name === resource?.operation);
      if (!resource || !operation) return undefined;
      const parameters = new URLSearchParams(query);
      if (resource.asks && !parameters.get(resource.asks.for)) return { hint: resource.asks.hint };
      const asked = readTexts(operation.input, Object.fromEntries(parameters));
      return run(operation, { ...resource.input, ...asked }, call);
    },
  };
}
