import { skillDocumentPaths, skillDocuments } from '@svc/http-host/discovery/agent-skill';
import { type Document, jsonDocument, textDocument } from '@svc/http-host/discovery/document';
import { mcpServerCard } from '@svc/http-host/discovery/mcp-server-card';
import {
  JWKS_PATH,
  oauthDocumentPaths,
  oauthDocuments,
  OPENID_DOCUMENT_PATHS,
  openIdDocuments,
} from '@svc/http-host/oauth/oauth-metadata';
import { isTool, toolNameOf } from '@svc/operations/registry/tools';
import { describeBridge } from '../openapi/describe-bridge.js';
import { describeDashboard } from '../openapi/describe-dashboard.js';
import type { PublicTexts } from '../public-pages/pages.js';
import { agentCard } from './agent-card.js';
import { API_CATALOG_TYPE, apiCatalog } from './api-catalog.js';
import { AUTHORIZE_PATH, BRIDGE, BRIDGE_MCP_PATH, bridgeOperations, type DocumentFacts } from './bridge.js';
import { describeForModels, describeForModelsInFull, describeRules, describeSitemap } from './for-crawlers.js';
import { describeSkill, SKILL_DESCRIPTION, SKILL_NAME } from './skill.js';

const RESOURCES = [BRIDGE.api, BRIDGE_MCP_PATH] as const;

/** Paths of `describeEverything`. */
export const DOCUMENT_PATHS: readonly string[] = [
  '/.well-known/api-catalog',
  ...oauthDocumentPaths(BRIDGE, RESOURCES),
  ...OPENID_DOCUMENT_PATHS,
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  ...skillDocumentPaths(SKILL_NAME),
  '/openapi.json',
  '/api/openapi.json',
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/llms-full.txt',
];

/** The discovery documents for agents and crawlers, for one origin. */
export function describeEverything(facts: DocumentFacts, publicTexts: PublicTexts): Document[] {
  const { origin, appName, version, operations } = facts;
  const oauth = {
    family: BRIDGE,
    origin,
    resources: RESOURCES,
    resourceName: `${appName} Agent Bridge`,
    documentation: `${origin}/docs/api`,
    authorizationEndpoint: origin + AUTHORIZE_PATH,
    jwksUri: origin + JWKS_PATH,
  };
  return [
    jsonDocument('/.well-known/api-catalog', apiCatalog(facts), API_CATALOG_TYPE),
    ...oauthDocuments(oauth),
    ...openIdDocuments(oauth),
    jsonDocument('/.well-known/mcp/server-card.json', describeServer(facts)),
    jsonDocument('/.well-known/agent-card.json', agentCard(facts)),
    ...skillDocuments({ name: SKILL_NAME, description: SKILL_DESCRIPTION, text: describeSkill(facts) }),
    jsonDocument('/openapi.json', describeBridge(facts), 'application/openapi+json'),
    jsonDocument('/api/openapi.json', describeDashboard(operations, appName, version), 'application/openapi+json'),
    textDocument('/robots.txt', describeRules(origin)),
    textDocument('/sitemap.xml', describeSitemap(origin), 'application/xml'),
    textDocument('/llms.txt', describeForModels(facts)),
    textDocument('/llms-full.txt', describeForModelsInFull(facts, publicTexts)),
  ];
}

function describeServer({ origin, appName, version, operations }: DocumentFacts): object {
  const core = bridgeOperations(operations).filter((operation) => operation.core && isTool(operation));
  return mcpServerCard({
    name: 'agent-bridge',
    title: `${appName} Agent Bridge`,
    description: 'Deals, view checks, screenshots and short links, for AI agents that a user has approved.',
    version,
    url: origin + BRIDGE_MCP_PATH,
    websiteUrl: `${origin}/docs/api`,
    token: { isRequired: true, description: 'Token of a login link or of the device flow.' },
    tools: core.map((operation) => ({ name: toolNameOf(operation), summary: operation.summary })),
    offers: ['resources', 'prompts'],
  });
}
