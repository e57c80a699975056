/** The installation's rule for which writes of agents the user approves. */
interface ApprovalRule {
  /** Whether also those that delete nothing; deletions always need an approval. */
  readonly approvesNonDeleteWrites: boolean;
}

/** What a scope allows an agent to do, in words for the user; the scope itself if it is unknown. */
export function scopeText(scope: string, { approvesNonDeleteWrites }: ApprovalRule): string {
  const text = (approvesNonDeleteWrites ? undefined : WAIVED_TEXTS[scope]) ?? TEXTS[scope];
  return text ?? scope;
}

const TEXTS: Readonly<Record<string, string>> = {
  'shortener.links:read': 'See the short links that it has made for you',
  'shortener.links:write': 'Create, change and delete short links in your name',
  'shortener.photos:write': 'Upload photos in your name and create short links to them',
  'shortener.stats:read': 'See how often the short links that it has made are opened',
  'svc.read': 'See your deals, videos, view checks, contacts, tasks and payments',
  'svc.write.low_risk':
    'Import links (which can create deals), record and correct views, manage tasks and screenshots, and create short links',
  'svc.write.sensitive':
    'Ask to create, change or delete deals, contacts and payments, and to delete other records. You approve each one.',
  'svc.memory': 'Read memories about your work, and add new ones',
  mcp: 'Use every tool of the agent bridge on everything you can see. You approve each sensitive change and deletion.',
};

/** Where only deletions need an approval. */
const WAIVED_TEXTS: Readonly<Record<string, string>> = {
  'svc.write.sensitive':
    'Create, change and delete deals, contacts and payments, and delete other records. You approve only deletions.',
  mcp: 'Use every tool of the agent bridge on everything you can see. You approve deletions and standing instructions.',
};
