// Who may import whom. A rule's path is matched against a file of this repository, or against the name of a package when it is
// not installed; a package of the workspace is its folder.

/** A package by its name, installed or not. */
const npm = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`;
/** A workspace by its package name and its folder. */
const workspace = (name, folder) => `^(@svc/${name}|${folder})(/|$)`;

const PROTO = workspace('proto', 'proto');
const OPERATIONS = workspace('operations', 'gateway/operations');
const GATEWAY = workspace('gateway', 'gateway/(src|dist)');
const ANY_SERVICE = '^(@svc/(?!chassis|proto|operations|gateway|test)|services/(?!chassis/))';

const TESTS = '(\\.test\\.ts$|^services/chassis/src/testing/)';
const SERVICE_SOURCES = '^services/(?!chassis/)[^/]+/src/';
/** Folders of the HTTP side of a service: routes, pages, documents. */
const SURFACES = 'surfaces/|agent-sign-in/|http/';
/** Files of a resource folder that are neither SQL nor handlers: use cases and domain types. */
const USE_CASES = `${SERVICE_SOURCES}(?!${SURFACES})[^/]+/(?!.*-(repo|service|handlers?)\\.ts$)`;
const REPOS = `${SERVICE_SOURCES}.*-repo\\.ts$`;
const HANDLERS = `${SERVICE_SOURCES}(server|main)\\.ts$|${SERVICE_SOURCES}.*-(service|handlers?)\\.ts$`;
/** Use cases are named by their verb; those of these that are nouns as well (view, share, log, link, …) do not stand here. */
const VERBS =
  'accept|add|apply|archive|authenticate|authorize|cancel|change|clear|close|complete|confirm|correct|create|decide|decline|delete|' +
  'deny|disable|enable|end|ensure|expire|forget|get|grant|import|insert|invite|issue|leave|list|load|make|mark|match|merge|move|' +
  'open|patch|prepare|process|publish|read|redeem|register|remove|renew|replace|report|request|reset|restore|revoke|rotate|run|' +
  'save|search|send|set|sign|start|stop|store|submit|transfer|update|verify';
const NAMED_USE_CASES = `${SERVICE_SOURCES}[^/]+/(${VERBS})-(?!.*-repo\\.ts$)[^/]+\\.ts$`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one subject, or hide a third.',
      severity: 'error',
      from: { path: '^(services|gateway|proto|scripts|test)/' },
      to: { circular: true },
    },
    {
      name: 'gateway-owns-no-data',
      comment: 'The gateway reaches data and services through gRPC alone.',
      severity: 'error',
      from: { path: '^gateway/', pathNot: TESTS },
      to: { path: [npm('pg'), ANY_SERVICE] },
    },
    {
      name: 'operations-know-no-surface',
      comment: 'One operation serves every surface: it knows neither HTTP nor the gateway that mounts it.',
      severity: 'error',
      from: { path: '^gateway/operations/' },
      to: { path: [npm('express'), npm('http-proxy-middleware'), npm('cookie'), GATEWAY] },
    },
    {
      name: 'services-keep-apart',
      comment: 'Services meet over gRPC, never in code.',
      severity: 'error',
      from: { path: '^services/(?!chassis/)([^/]+)/' },
      to: { path: [ANY_SERVICE, GATEWAY], pathNot: '^services/$1/' },
    },
    {
      name: 'services-use-no-operations',
      comment: 'Operations are the gateway side of a use case; copilot alone runs them too.',
      severity: 'error',
      from: { path: '^services/(?!copilot/)' },
      to: { path: OPERATIONS },
    },
    {
      name: 'services-speak-no-http',
      comment: 'A service speaks gRPC; only those that the gateway proxies bodies to have an HTTP listener.',
      severity: 'error',
      from: { path: '^services/(?!screenshot/|shortener/)', pathNot: TESTS },
      to: { path: npm('express') },
    },
    {
      name: 'use-cases-know-no-transport',
      comment: 'A use case gets typed values: shapes are checked at the edge, gRPC stays in the handlers.',
      severity: 'error',
      from: { path: USE_CASES, pathNot: TESTS },
      to: { path: [npm('zod'), npm('express'), npm('@grpc/grpc-js')] },
    },
    {
      name: 'repos-know-no-use-case',
      comment: 'A repo is SQL and rows: use cases call it, not the other way round.',
      severity: 'error',
      from: { path: REPOS },
      to: { path: [NAMED_USE_CASES, HANDLERS] },
    },
    {
      name: 'chassis-knows-no-business',
      comment: 'The chassis is a library that every service builds on, so it knows none of them.',
      severity: 'error',
      from: { path: '^services/chassis/' },
      to: { path: [PROTO, ANY_SERVICE, OPERATIONS, GATEWAY] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: ['node_modules', '/dist/', '^proto/'] },
    exclude: { path: '\\.d\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
