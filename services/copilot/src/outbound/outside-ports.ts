/** Ports of what people name: their providers, and MCP servers. */
export const OUTSIDE_PORTS: ReadonlySet<number> = new Set([443, 8_443]);
