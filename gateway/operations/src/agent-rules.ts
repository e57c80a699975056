/** Scopes of the Agent Bridge and what each grants (specification section 5). */
export const BRIDGE_SCOPES = [
  { name: 'svc.read', grants: 'Read what the user sees: deals, view checks, contacts, tasks, links, screenshots.' },
  {
    name: 'svc.write.low_risk',
    grants: 'Record view checks, add videos, screenshots and short links, and keep tasks, without asking each time.',
  },
  {
    name: 'svc.write.sensitive',
    grants: 'Change deals, contacts, payments and links, and delete; each time with an approval of the user.',
  },
  { name: 'svc.memory', grants: 'Read and keep what the user lets the agent remember.' },
  { name: 'mcp', grants: 'Everything of the Agent Bridge, as all of the scopes above together.' },
] as const;

const TIERS = [
  { tier: 0, name: 'read', approval: 'never', summary: 'Reads change nothing.' },
  {
    tier: 1,
    name: 'operational write',
    approval: 'never, but for instructions that are to be remembered',
    summary: 'Writes in the course of the work, imports of view checks among them, run at once.',
  },
  {
    tier: 2,
    name: 'sensitive write',
    approval: 'by default',
    summary: 'Writes that the user approves, one by one; whatever deletes always needs that.',
  },
] as const;

/** Describes the tiers of operations under the operator's approval rules. */
export function tiersUnder({ approvesNonDeleteWrites }: { readonly approvesNonDeleteWrites: boolean }) {
  if (approvesNonDeleteWrites) return [...TIERS];
  return TIERS.map((each) => (each.tier === 2 ? RELAXED : each));
}

const RELAXED = {
  tier: 2,
  name: 'sensitive write',
  approval: 'for what deletes',
  summary: 'This installation lets agents write without an approval; the user approves whatever deletes, one by one.',
} as const;
