/** Scopes of the Agent Bridge and what each grants. */
export const BRIDGE_SCOPES = [
  {
    name: 'svc.read',
    grants: 'Read everything the user sees: deals, view checks, contacts, tasks, links, screenshots.',
  },
  {
    name: 'svc.write.low_risk',
    grants:
      'Record view checks, add videos, screenshots, short links and suggestions, and manage tasks, without asking each time.',
  },
  {
    name: 'svc.write.sensitive',
    grants:
      "Create and change deals, contacts and payments, change short links, and delete records, by default each with the user's approval.",
  },
  { name: 'svc.memory', grants: 'Read and save what the user lets the agent remember.' },
  { name: 'mcp', grants: 'Everything in the Agent Bridge: all the scopes above.' },
] as const;

const TIERS = [
  { tier: 0, name: 'read', approval: 'never', summary: 'Reads change nothing.' },
  {
    tier: 1,
    name: 'operational write',
    approval: 'never, except to remember instructions',
    summary: 'Routine writes, including imports of view checks, run immediately.',
  },
  {
    tier: 2,
    name: 'sensitive write',
    approval: 'by default',
    summary: 'Writes that the user approves one by one; deletions always need approval.',
  },
] as const;

/** The operator's rules that affect texts. */
interface Rules {
  readonly approvesNonDeleteWrites: boolean;
}

/** Names the calls that need the user's approval under the operator's rules. */
export function approvedCallsUnder({ approvesNonDeleteWrites }: Rules): string {
  return approvesNonDeleteWrites ? 'sensitive writes and deletions' : 'deletions';
}

/** Describes the tiers of operations under the operator's approval rules. */
export function tiersUnder({ approvesNonDeleteWrites }: Rules) {
  if (approvesNonDeleteWrites) return [...TIERS];
  return TIERS.map((each) => (each.tier === 2 ? RELAXED : each));
}

const RELAXED = {
  tier: 2,
  name: 'sensitive write',
  approval: 'for deletions',
  summary: 'This installation lets agents write without approval; the user approves deletions one by one.',
} as const;
