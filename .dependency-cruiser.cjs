const { globSync, readFileSync } = require('node:fs');
const { posix } = require('node:path');

// Who may import whom. A path matches a file of this repository, the folder of a workspace, or the name of a package that is not
// installed.

/** Matches an npm package, installed or not. */
const npm = (name) => `(^|node_modules/)(@types/)?${name}(/|$)`;
/** Matches a workspace by its package name or its folder. */
const workspace = (name, folder) => `^(@svc/${name}|${folder})(/|$)`;

const PROTO = workspace('proto', 'proto');
const TOPOLOGY = workspace('topology', 'topology');
const OPERATIONS = workspace('operations', 'gateway/operations');
const GATEWAY = workspace('gateway', 'gateway/(src|dist)');
const WEB = workspace('web', 'gateway/web');
/** The libraries that services and the gateway build on: the chassis, and those that only some of them need. */
const FOUNDATIONS = 'chassis|http-host|objects|images|records';
const LIBRARIES = `${FOUNDATIONS}|image-routes|video-pages|evidence|guarded-browser`;
const VIDEO_PAGES = workspace('video-pages', 'services/video-pages');
const EVIDENCE = workspace('evidence', 'services/evidence');
const GUARDED_BROWSER = workspace('guarded-browser', 'services/guarded-browser');
const ANY_SERVICE = `^(@svc/(?!${LIBRARIES}|proto|topology|operations|gateway|test)|services/(?!(${LIBRARIES})/))`;

const INPUT_AND_OUTPUT = '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads)(/|$)';

const TESTS = '(\\.test\\.ts$|^services/(chassis|http-host|objects|images|evidence)/src/testing/)';
/** The modules that open connections to other processes, and the files that may import them. */
const CONNECTIONS =
  '^(@svc|services)/(chassis/((src|dist)/)?grpc/connection|http-host/((src|dist)/)?http/upstream)(\\.|$)';
const OPENERS = '^(topology/src/(connections|run-process)\\.ts$|gateway/src/proxies/)';
/**
 * Files that parse untrusted bytes: the HTTP side of a service, the codec of a stream, a cache that other versions also write, and
 * the schemas of a tool's input.
 */
const EDGES =
  '/src/(surfaces|http)/|^services/(evidence/src/schemas|viewcheck-command)/|/(click-entry-codec|redis-link-cache)\\.ts$';
const RESOURCES = '^services/(?!(chassis|http-host|objects)/)[^/]+/src/[^/]+/';
const REPO = /-repo\.ts$/;

/** Lists the service files that import a repo, directly or indirectly: use cases, handlers and the files that start them. */
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

/** Returns a rule for each workspace, against the packages of this repository that its package.json does not list. */
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
      comment: 'A workspace imports only the packages that its package.json lists.',
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
      comment: 'Two files that import each other, even for a type, belong in one file, or share a third.',
      severity: 'error',
      from: { path: '^(services|gateway|proto|topology|scripts|test)/' },
      to: { circular: true },
    },
    {
      name: 'gateway-owns-no-data',
      comment:
        'The gateway owns no data: it reaches services over gRPC, and over their internal HTTP routes for bodies and images.',
      severity: 'error',
      from: { path: '^gateway/', pathNot: TESTS },
      to: { path: [npm('pg'), ANY_SERVICE] },
    },
    {
      name: 'operations-know-no-surface',
      comment: 'One operation serves every surface, so it imports neither Express nor the gateway that mounts it.',
      severity: 'error',
      from: { path: '^gateway/operations/' },
      to: { path: [npm('express'), npm('http-proxy-middleware'), npm('cookie'), GATEWAY] },
    },
    {
      name: 'app-runs-no-operation',
      comment: 'The app imports only types and schemas of operations and evidence; their code runs on the server.',
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
      comment: 'Code that the app and the gateway share imports neither.',
      severity: 'error',
      from: { path: '^gateway/web/shared/', pathNot: TESTS },
      to: { path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, '^gateway/web/src/', '^(fs|path|http|url)$'] },
    },
    {
      name: 'gateway-knows-no-app',
      comment:
        'The gateway serves the built app, and imports only the code that both share: paths, formats and charts.',
      severity: 'error',
      from: { path: '^(gateway/src|gateway/operations|services)/' },
      to: { path: WEB, pathNot: '^gateway/web/shared/' },
    },
    {
      name: 'services-keep-apart',
      comment: 'Services call each other over the network and never import each other.',
      severity: 'error',
      from: { path: `^services/(?!(?:${LIBRARIES})/)([^/]+)/` },
      to: { path: [ANY_SERVICE, GATEWAY], pathNot: '^services/$1/' },
    },
    {
      name: 'services-use-no-operations',
      comment: 'Only the gateway and copilot run operations.',
      severity: 'error',
      from: { path: '^services/(?!copilot/)' },
      to: { path: OPERATIONS },
    },
    {
      name: 'services-speak-no-http',
      comment: 'Services speak gRPC; only the two that serve links and images also have HTTP listeners.',
      severity: 'error',
      from: { path: '^services/(?!screenshot/|shortener/)', pathNot: TESTS },
      to: { path: npm('express') },
    },
    {
      name: 'connections-come-from-the-table',
      comment:
        'A process gets its connections from its row in the table of processes, so it can call only what the row names.',
      severity: 'error',
      from: {
        path: '^(services|gateway|topology)/',
        pathNot: [TESTS, '/testing/', '^services/(chassis|http-host)/', OPENERS],
      },
      to: { path: CONNECTIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'grpc-stays-in-the-chassis',
      comment: 'gRPC clients and servers come from the chassis, which adds deadlines, assertions and traces.',
      severity: 'error',
      from: { path: '^(services|gateway|topology)/', pathNot: [TESTS, '/testing/', '^services/chassis/'] },
      to: { path: npm('@grpc/grpc-js') },
    },
    {
      name: 'use-cases-know-no-transport',
      comment: 'A use case gets typed values, because input is parsed at the edge.',
      severity: 'error',
      from: { path: RESOURCES, pathNot: [TESTS, '/testing/', EDGES] },
      to: { path: [npm('zod'), npm('express')] },
    },
    {
      name: 'repos-know-no-use-case',
      comment:
        'A repo contains only SQL: it imports repos, types, pure rules and the chassis, and no file that uses a repo.',
      severity: 'error',
      from: { path: REPO.source },
      to: { path: listRepoUsers() },
    },
    {
      name: 'chassis-knows-no-other-library',
      comment: 'The other libraries build on the chassis, so a service takes only those that it needs.',
      severity: 'error',
      from: { path: '^services/chassis/' },
      to: { path: `^(@svc|services)/(${FOUNDATIONS})/`, pathNot: '^services/chassis/' },
    },
    {
      name: 'chassis-knows-no-business',
      comment: 'Services build on the chassis and its libraries, so these import no service and no business contract.',
      severity: 'error',
      from: { path: `^services/(${FOUNDATIONS})/` },
      // The gRPC health protocol is not specific to this product.
      to: {
        path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, VIDEO_PAGES],
        pathNot: '^proto/(dist|gen)/grpc/',
      },
    },
    {
      name: 'image-routes-know-no-side',
      comment: 'The gateway and the services share the definitions of these routes, which import neither.',
      severity: 'error',
      from: { path: '^services/image-routes/' },
      to: { path: [TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY, npm('pg'), npm('express')] },
    },
    {
      name: 'browsers-are-driven-in-one-place',
      comment: 'Only captures and the viewcheck command open pages, because that takes a browser and internet access.',
      severity: 'error',
      from: {
        path: '^(services|gateway|topology|scripts)/',
        pathNot: [TESTS, '/testing/', '^services/(guarded-browser|screenshot|viewcheck-command)/'],
      },
      to: { path: [GUARDED_BROWSER, npm('playwright-core')] },
    },
    {
      name: 'guarded-browser-knows-no-service',
      comment: 'Captures and the viewcheck command use this library, so it imports neither.',
      severity: 'error',
      from: { path: '^services/guarded-browser/' },
      to: { path: [PROTO, TOPOLOGY, ANY_SERVICE, OPERATIONS, GATEWAY] },
    },
    {
      name: 'video-pages-does-nothing-but-read',
      comment: 'Facts about a video are computed only from the text of its address and page: no I/O and no services.',
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
      comment: 'A judgment is computed only from the evidence given: no I/O and no services.',
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
      comment: 'Only viewcheck and the viewcheck command judge evidence; operations and the app import its schemas.',
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
