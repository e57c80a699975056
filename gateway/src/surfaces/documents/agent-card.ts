import { oauthLinks } from '@svc/http-host/oauth/oauth-metadata';
import { BRIDGE_SCOPES } from '@svc/operations/agents/agent-rules';
import { BRIDGE, type DocumentFacts } from './bridge.js';

/** The bridge's skills, described for other agents. */
const SKILLS = [
  {
    id: 'import-view-checks',
    name: "Import a day's links",
    description: 'Turns pasted links of published videos into deals, videos and due view checks.',
    tags: ['deals', 'view-checks', 'import'],
  },
  {
    id: 'record-views',
    name: 'Record view counts',
    description:
      'Lists due view checks, records view logs with their screenshots, and writes the text for the sponsor.',
    tags: ['deals', 'view-checks', 'screenshots'],
  },
  {
    id: 'context-search',
    name: "Search the user's account",
    description:
      'Searches deals, view logs, screenshots, short links, contacts and memory that the approving user may see.',
    tags: ['search', 'memory'],
  },
  {
    id: 'short-links',
    name: 'Create short links',
    description: 'Creates short links to pages and photos, and reads their clicks.',
    tags: ['links'],
  },
  {
    id: 'suggestions',
    name: 'Propose changes',
    description: 'Leaves proposed changes for the user to accept or dismiss.',
    tags: ['suggestions'],
  },
];

/**
 * The agent card (A2A 1.0). The bridge is not an A2A endpoint, as the description says and the binding, our own address, shows; `protocolVersion` is
 * required and names the version of the card's format.
 */
export function agentCard({ origin, appName, version }: DocumentFacts): object {
  const links = oauthLinks({ family: BRIDGE, origin });
  const scopes = Object.fromEntries(BRIDGE_SCOPES.map(({ name, grants }) => [name, grants]));
  return {
    name: `${appName} Agent Bridge`,
    description:
      'Authenticated JSON API over HTTPS for AI agents that work for a user of this installation. ' +
      `It does not implement the A2A operations. Start with ${origin}/openapi.json.`,
    version,
    supportedInterfaces: [
      {
        url: origin + BRIDGE.api,
        protocolBinding: `${origin}/bindings/agent-bridge-https-json/v1`,
        protocolVersion: '1.0',
      },
    ],
    provider: { organization: appName, url: `${origin}/about` },
    documentationUrl: `${origin}/docs/api`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      agentBearer: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'opaque' } },
      deviceFlow: {
        oauth2SecurityScheme: {
          oauth2MetadataUrl: links['x-oauth-authorization-server'],
          flows: {
            deviceCode: {
              deviceAuthorizationUrl: links['x-oauth-device-authorization'],
              tokenUrl: links['x-oauth-token'],
              scopes,
            },
          },
        },
      },
    },
    securityRequirements: [
      { schemes: { agentBearer: { list: [] } } },
      { schemes: { deviceFlow: { list: ['svc.read'] } } },
    ],
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: SKILLS,
  };
}
