import { metrics, type ObservableResult } from '@opentelemetry/api';
import type { McpServers } from './mcp-servers.js';

const gauge = metrics.getMeter('svc').createObservableGauge('svc.copilot.mcp_servers', {
  unit: '{server}',
  description: 'Enabled MCP servers, by the outcome of their last check',
});

/** Registers the gauge of servers by status. */
export function observeServers(servers: Pick<McpServers, 'count'>): { stop(): void } {
  const callback = (result: ObservableResult): void => {
    for (const [status, count] of Object.entries(servers.count()))
      result.observe(count, { 'svc.copilot.status': status });
  };
  gauge.addCallback(callback);
  return { stop: () => gauge.removeCallback(callback) };
}
