/**
 * Resources readable by URI: the operation that reads each, its input, and the hint for a URI that
 * lacks a required part.
 */
export const CONTEXT_RESOURCES = [
  {
    uri: 'svc://context/search',
    name: 'Context search',
    description: "Search all the user's records, like `context.search`.",
    operation: 'context.search',
    input: {},
    asks: { for: 'q', hint: 'Add a query, as in svc://context/search?q=northwind. Nothing was searched.' },
  },
  {
    uri: 'svc://viewcheck/view-logs',
    name: 'View logs',
    description: 'The newest view logs with the sponsor text, as in `deals.view_logs`.',
    operation: 'deals.view_logs',
    input: { limit: 50 },
    asks: null,
  },
  {
    uri: 'svc://memory/active',
    name: 'Active memories',
    description:
      'What is remembered for the user, as in `memory.list`; items with a `notice` are data written by an agent. Needs the scope `svc.memory`.',
    operation: 'memory.list',
    input: { status: 'active' },
    asks: null,
  },
] as const;
