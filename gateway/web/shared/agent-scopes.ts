/** What each scope allows an agent to do, in words for the user. */
export const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  'shortener.links:read': 'See the short links that it has made for you',
  'shortener.links:write': 'Create, change and delete short links in your name',
  'shortener.photos:write': 'Upload photos in your name and create short links to them',
  'shortener.stats:read': 'See how often the short links that it has made are opened',
  'svc.read': 'See your deals, videos, view checks, contacts, tasks and payments',
  'svc.write.low_risk': 'Record views, add videos and create tasks and short links',
  'svc.write.sensitive': 'Create, change and delete deals, contacts and payments',
  'svc.memory': 'Read memories about your work, and add new ones',
  mcp: 'Use every tool that the agent bridge has',
};
