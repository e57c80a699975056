const { globSync, readFileSync } = require('node:fs');
const { posix } = require('node:path');

// Who may import whom. A rule's path is matched against a file of this repository, or against the name of a package when it is
// not installed; a package of the workspace is its folder.

/** A package by its name, installed or not. */
const npm = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`;
/** A workspace by its package name and its folder. */
const workspace = (name, folder) => `^(@svc/${name}|${folder})(/|$)`;

const PROTO = workspace('proto', 'proto');
const TOPOLOGY = workspace('topology', 'topology');
const OPERATIONS = workspace('operations', 'gateway/operations');
const GATEWAY = workspace('gateway', 'gateway/(src|dist)');
const WEB = workspace('web', 'gateway/web');
/** What services and the gateway build on: the chassis, and what only some of them need beside it. */
const FOUNDATIONS = 'chassis|http-host|objects|images|records';
const LIBRARIES = `${FOUNDATIONS}|image-routes|video-pages|evidence|guarded-browser`;
const VIDEO_PAGES = workspace('video-pages', 'services/video-pages');
const EVIDENCE = workspace('evidence', 'services/evidence');
const GUARDED_BROWSER = workspace('guarded-browser', 'services/guarded-browser');
const ANY_SERVICE = `^(@svc/(?!${LIBRARIES}|proto|topology|operations|gateway|test)|services/(?!(${LIBRARIES})/))`;

const INPUT_AND_OUTPUT = '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads)(/|$)';

const TESTS = '(\\.test\\.ts$|^services/(chassis|http-host|objects|images|evidence)/src/testing/)';
/** What opens connections to other processes, and who may: by the row of a process, or to the process itself. */
const CONNECTIONS =
  '^(@svc|services)/(chassis/((src|dist)/)?grpc/connection|http-host/((src|dist)/)?http/upstream)(\\.|$)';
const OPENERS = '^(topology/src/(connections|run-process)\\.ts$|gateway/src/proxies/)';
/**
 * What reads foreign bytes: the HTTP side of a service, the codec of a stream, a cache that other versions write to as well, and the
 * shapes of a tool's input.
 */
const EDGES =
  '/src/(surfaces|http)/|^services/(evidence/src/schemas|viewcheck-command)/|/(click-entry-codec|redis-link-cache)\\.ts$';
const RESOURCES = '^services/(?!(chassis|http-host|objects)/)[^/]+/src/[^/]+/';
const REPO = /-repo\.ts$/;

/** Files of the services that use a repo, themselves or by way of others: use cases, handlers and what starts them. */
function listRepoUsers() {
  const imports = new Map(
    globSync('services/*/src/**/*.ts').map((file) => {
      const names = readFileSync(file, 'utf8').matchAll(/^(?:import (?!type )|\} )[^;]*?from '(\.[^']+)\.js'/gm);
      return [file, [...names].map(([, name]) => posix.join(posix.dirname(file), `${name}.ts`))];
    }),
  );
  const users = new Set();
  const uses = (file) => REPO.test(file) || users.has(file);
  for (let known = -1; known < users.size;) {
    known = users.size;
    for (const [file, names] of imports) if (!REPO.test(file) && names.some(uses)) users.add(file);
  }
  return [...users].map((file) => `^${file}$`);
}

/** For each workspace of the product, the packages of this repository that its package.json does not list. */
function refuseUnlistedPackages() {
  const files = globSync(['{proto,topology,gateway}/package.json', '{services,gateway}/*/package.json']);
  const workspaces = files.map((file) => {
    const folder = posix.dirname(file);
    return { ...JSON.parse(readFileSync(file, 'utf8')), folder: folder === 'gateway' ? 'gateway/(src|dist)' : folder };
  });
  return workspaces.map(({ name, folder, dependencies, devDependencies }) => {
    const listed = new Set([name, ...Object.keys({ ...dependencies, ...devDependencies })]);
    const unlisted = workspaces.filter((other) => !listed.has(other.name));
    return {
      name: 'packages-are-listed',
      comment: 'A workspace imports the packages that its package.json lists, and no others that happen to be there.',
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: unlisted.map((other) => `^(${other.name}|${other.folder})(/|$)`) },
    };
  });
}

module.exports = {
  forbidden: [
    ...refuseUnlistedPackages(),
    {
      name: 'no-cycles',
      comment: 'Two files that need each other, even for a type, are one subject or hide a third.',
      severity: 'error',
      from: { path: '^(services|gateway|proto|topology|scripts|test)/' },
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
      name: 'app-runs-no-operation',
      comment: 'What the browser gets of operations and evidence is types and shapes; the code stays on the server.',
      severity: 'error',
      from: { path: '^gateway/web/src/' },
      to: {
        path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, EVIDENCE],
        pathNot: '^(gateway/operations/src|services/evidence/src|@svc/evidence)/schemas/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'shared-pages-know-no-platform',
      comment: 'What app and gateway share knows neither of the two.',
      severity: 'error',
      from: { path: '^gateway/web/shared/', pathNot: TESTS },
      to: { path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, '^gateway/web/src/', '^(fs|path|http|url)$'] },
    },
    {
      name: 'gateway-knows-no-app',
      comment: 'The gateway serves what the build of the app has made, and shares paths, formats and charts with it.',
      severity: 'error',
      from: { path: '^(gateway/src|gateway/operations|services)/' },
      to: { path: WEB, pathNot: '^gateway/web/shared/' },
    },
    {
      name: 'services-keep-apart',
      comment: 'Services meet over gRPC, never in code.',
      severity: 'error',
      from: { path: `^services/(?!(?:${LIBRARIES})/)([^/]+)/` },
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
      name: 'connections-come-from-the-table',
      comment: 'A process gets its connections by its row in the table of processes, so that nobody else is called.',
      severity: 'error',
      from: {
        path: '^(services|gateway|topology)/',
        pathNot: [TESTS, '/testing/', '^services/(chassis|http-host)/', OPENERS],
      },
      to: { path: CONNECTIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'grpc-stays-in-the-chassis',
      comment: 'Clients and servers are those of the chassis, which carry deadlines, assertions and traces.',
      severity: 'error',
      from: { path: '^(services|gateway|topology)/', pathNot: [TESTS, '/testing/', '^services/chassis/'] },
      to: { path: npm('@grpc/grpc-js') },
    },
    {
      name: 'use-cases-know-no-transport',
      comment: 'A use case gets typed values: shapes are checked at the edge.',
      severity: 'error',
      from: { path: RESOURCES, pathNot: [TESTS, '/testing/', EDGES] },
      to: { path: [npm('zod'), npm('express')] },
    },
    {
      name: 'repos-know-no-use-case',
      comment:
        'A repo is SQL and rows: it knows repos, types, pure rules and the chassis, nothing that itself uses a repo.',
      severity: 'error',
      from: { path: REPO.source },
      to: { path: listRepoUsers() },
    },
    {
      name: 'chassis-knows-no-other-library',
      comment: 'The libraries beside the chassis build on it, so that a service takes only those that it needs.',
      severity: 'error',
      from: { path: '^services/chassis/' },
      to: { path: `^(@svc|services)/(${FOUNDATIONS})/`, pathNot: '^services/chassis/' },
    },
    {
      name: 'chassis-knows-no-business',
      comment: 'The chassis and the libraries beside it are what services build on, so they know none of them.',
      severity: 'error',
      from: { path: `^services/(${FOUNDATIONS})/` },
      // gRPC health is no business of this product.
      to: {
        path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, VIDEO_PAGES],
        pathNot: '^proto/(dist|gen)/grpc/',
      },
    },
    {
      name: 'image-routes-know-no-side',
      comment: 'What the gateway and the services say alike of a route is data: it knows neither of the two.',
      severity: 'error',
      from: { path: '^services/image-routes/' },
      to: { path: [TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, npm('pg'), npm('express')] },
    },
    {
      name: 'browsers-are-driven-in-one-place',
      comment:
        'What opens pages carries a browser driver and a way to the internet: captures and the command alone do.',
      severity: 'error',
      from: {
        path: '^(services|gateway|topology|scripts)/',
        pathNot: [TESTS, '/testing/', '^services/(guarded-browser|screenshot|viewcheck-command)/'],
      },
      to: { path: [GUARDED_BROWSER, npm('playwright-core')] },
    },
    {
      name: 'guarded-browser-knows-no-service',
      comment: 'What opens pages is a library of captures and the command, and knows neither.',
      severity: 'error',
      from: { path: '^services/guarded-browser/' },
      to: { path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY] },
    },
    {
      name: 'video-pages-does-nothing-but-read',
      comment:
        'What addresses and pages of videos say is computed from their text alone: no input, no output, no service.',
      severity: 'error',
      from: { path: '^services/video-pages/', pathNot: TESTS },
      to: {
        path: [
          PROTO,
          TOPOLOGY,
          ANY_SERVICE,
          OPERATIONS,
          GATEWAY,
          GUARDED_BROWSER,
          `^services/(${FOUNDATIONS})/`,
          INPUT_AND_OUTPUT,
        ],
      },
    },
    {
      name: 'evidence-does-nothing-but-judge',
      comment: 'What evidence proves is computed from what is told alone: no input, no output, no service.',
      severity: 'error',
      from: { path: '^services/evidence/', pathNot: [TESTS, '/testing/'] },
      to: {
        path: [
          PROTO,
          TOPOLOGY,
          ANY_SERVICE,
          OPERATIONS,
          GATEWAY,
          GUARDED_BROWSER,
          '^(@svc/chassis|services/chassis/(src|dist))/(?!(time/(calendar|time-zone)|outbound/target-guard)(\\.|$)|schemas/)',
          npm('pg'),
          npm('@grpc/grpc-js'),
          npm('express'),
          npm('playwright-core'),
          INPUT_AND_OUTPUT,
        ],
      },
    },
    {
      name: 'evidence-has-its-users',
      comment: 'Evidence is judged in one place: the operation states its shapes, viewcheck and the command run it.',
      severity: 'error',
      from: {
        path: '^(services/(?!(evidence|viewcheck|viewcheck-command)/)|gateway/(?!operations/|web/)|topology/)',
        pathNot: TESTS,
      },
      to: { path: EVIDENCE },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: ['node_modules', '/dist/', '^proto/'] },
    exclude: { path: '\\.d\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@svc/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
