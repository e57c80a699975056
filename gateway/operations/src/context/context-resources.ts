/**
 * Resources readable by URI (interface specification section 4.4): the operation that reads each, its input, and the hint for a URI that
 * lacks a required part.
 */
export const CONTEXT_RESOURCES = [
  {
    uri: 'svc://context/search',
    name: 'Context search',
    description: 'Search everything that the user has, as `context.search` does.',
    operation: 'context.search',
    input: {},
    asks: { for: 'q', hint: 'Add what to search for, as in svc://context/search?q=northwind. Nothing was searched.' },
  },
  {
    uri: 'svc://viewcheck/view-logs',
    name: 'View logs',
    description: 'The newest view logs with the text for the sponsor, as `deals.view_logs` lists them.',
    operation: 'deals.view_logs',
    input: { limit: 50 },
    asks: null,
  },
  {
    uri: 'svc://memory/active',
    name: 'Active memories',
    description:
      'What is remembered for the user, as `memory.list` lists it; items with a `notice` are data that an agent wrote. Needs the scope `svc.memory`.',
    operation: 'memory.list',
    input: { status: 'active' },
    asks: null,
  },
] as const;
