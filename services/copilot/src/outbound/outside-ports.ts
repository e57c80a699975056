/** Ports of providers and MCP servers that people enter. */
export const OUTSIDE_PORTS: ReadonlySet<number> = new Set([443, 8_443]);
