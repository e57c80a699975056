import { CONTENT_SIGNAL } from '../http/begin-request.js';

/** Crawlers and agents that look for a group with their name; such a group does not inherit the rules of `*` (RFC 9309). */
const AI_AGENTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'anthropic-ai',
  'Google-Extended',
  'PerplexityBot',
  'Perplexity-User',
  'Applebot-Extended',
  'meta-externalagent',
  'Amazonbot',
  'CCBot',
];

/** Returns the crawler policy: the same rules, such as `Disallow: /`, for all crawlers. */
export function describeRobots(rules: readonly string[]): string {
  const group = [`Content-Signal: ${CONTENT_SIGNAL}`, ...rules, ''].join('\n');
  return `User-agent: *\n${group}\n${AI_AGENTS.map((agent) => `User-agent: ${agent}`).join('\n')}\n${group}`;
}
