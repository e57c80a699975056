/** Proves that each rule of .dependency-cruiser.cjs rejects its target, and allows similar imports. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../stack/paths.ts';

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Files with their imports; `type` before a name marks a type-only import. */
type Sources = Readonly<Record<string, readonly string[]>>;

const ALLOWED: Sources = {
  'gateway/src/app.ts': [
    'express',
    '@svc/chassis/logging/log',
    '@svc/operations/registry/define-operation',
    '@svc/proto/deal/v1/deal_service',
  ],
  'gateway/operations/src/deals/add-deal.ts': [
    'zod',
    '@svc/chassis/errors/app-error',
    '@svc/proto/deal/v1/deal_service',
  ],
  'services/chassis/src/grpc/connection.ts': ['@grpc/grpc-js'],
  'services/chassis/src/logging/log.ts': ['pino', '@grpc/grpc-js', 'zod'],
  'services/deal/src/config.ts': ['zod', '@svc/chassis/process/config', '@svc/topology/environment'],
  'services/deal/src/deals/deal.ts': ['@svc/chassis/errors/app-error'],
  'services/deal/src/deals/deal-repo.ts': ['./deal.js', '@svc/chassis/postgres/pool'],
  'services/deal/src/deals/add-deal.ts': ['./deal-repo.js', './deal.js'],
  'services/deal/src/deals/add-deal.test.ts': ['./add-deal.js', '@grpc/grpc-js', 'zod'],
  'services/deal/src/deals/deal-handlers.ts': ['./add-deal.js', '@svc/proto/deal/v1/deal_service'],
  'services/deal/src/videos/video.ts': ['./canonical-url.js'],
  'services/screenshot/src/captures/visit.ts': ['./capture-repo.js', './capture.js'],
  'services/screenshot/src/surfaces/receive-image.ts': ['express', 'zod'],
  'services/image-routes/src/screenshot-routes.ts': ['zod', '@svc/proto/screenshot/v1/screenshot_service'],
  'services/screenshot/src/captures/look.ts': ['@svc/guarded-browser/visits/visit-page'],
  'services/guarded-browser/src/visits/open.ts': ['playwright-core', '@svc/chassis/outbound/egress-allow'],
  'services/deal/src/deals/teammates.ts': ['@svc/chassis/grpc/client'],
  'topology/src/connections.ts': ['@svc/chassis/grpc/connection'],
  'services/http-host/src/http/upstream-request.ts': ['./upstream.js', 'zod'],
  'services/http-host/src/http/upstream.ts': ['http'],
  'gateway/src/proxies/forward.ts': ['@svc/http-host/http/upstream'],
  'services/copilot/src/tools/run-tool.ts': ['@svc/operations/run/run-operation'],
  'services/evidence/src/schemas/request.ts': ['zod', '@svc/chassis/schemas/scalars', '@svc/chassis/time/time-zone'],
  'services/evidence/src/candidates/address.ts': [
    '@svc/video-pages/addresses/video-link',
    '@svc/chassis/outbound/target-guard',
    '@svc/chassis/time/calendar',
    'crypto',
  ],
  'services/viewcheck/src/evidence/run.ts': ['@svc/evidence/actions/run-action'],
  'services/viewcheck-command/src/run.ts': ['@svc/evidence/actions/run-action'],
  'gateway/operations/src/evidence/viewcheck-evidence.ts': ['@svc/evidence/schemas/tool-input'],
  'gateway/web/src/ui/menu.tsx': ['./menu-popup.js'],
  'gateway/web/src/evidence/requirements.ts': ['@svc/evidence/schemas/vocabulary'],
};

const REFUSED: readonly (readonly [rule: string, file: string, imports: readonly string[]])[] = [
  ['no-cycles', 'services/deal/src/videos/canonical-url.ts', ['./video.js']],
  ['no-cycles', 'gateway/web/src/ui/menu-popup.tsx', ['type ./menu.js']],
  ['gateway-owns-no-data', 'gateway/src/database.ts', ['pg']],
  ['gateway-owns-no-data', 'gateway/src/shortcut.ts', ['../../services/deal/src/config.js']],
  ['gateway-owns-no-data', 'gateway/src/package-shortcut.ts', ['@svc/deal/deals']],
  ['operations-know-no-surface', 'gateway/operations/src/deals/answer.ts', ['express']],
  ['operations-know-no-surface', 'gateway/operations/src/deals/mount.ts', ['../../../src/app.js']],
  ['services-keep-apart', 'services/viewcheck/src/due-views/deal-name.ts', ['../../../deal/src/deals/deal.js']],
  ['services-keep-apart', 'services/viewcheck/src/due-views/deal-type.ts', ['@svc/deal/deal']],
  ['services-use-no-operations', 'services/deal/src/deals/schema.ts', ['@svc/operations/registry/define-operation']],
  ['services-speak-no-http', 'services/deal/src/http.ts', ['express']],
  ['connections-come-from-the-table', 'services/viewcheck/src/main.ts', ['@svc/chassis/grpc/connection']],
  ['connections-come-from-the-table', 'services/viewcheck/src/ask.ts', ['../../chassis/src/grpc/connection.js']],
  ['connections-come-from-the-table', 'services/screenshot/src/send-photo.ts', ['@svc/http-host/http/upstream']],
  ['grpc-stays-in-the-chassis', 'services/copilot/src/main.ts', ['@grpc/grpc-js']],
  ['connections-come-from-the-table', 'gateway/operations/src/run/clients.ts', ['@svc/chassis/grpc/connection']],
  ['use-cases-know-no-transport', 'services/deal/src/deals/update-deal.ts', ['zod']],
  ['grpc-stays-in-the-chassis', 'services/deal/src/deals/delete-deal.ts', ['@grpc/grpc-js']],
  ['use-cases-know-no-transport', 'services/deal/src/deals/share-handlers.ts', ['zod']],
  ['repos-know-no-use-case', 'services/deal/src/payments/payment-repo.ts', ['../deals/add-deal.js']],
  ['repos-know-no-use-case', 'services/deal/src/contacts/contact-repo.ts', ['../deals/deal-handlers.js']],
  ['repos-know-no-use-case', 'services/screenshot/src/captures/rule-repo.ts', ['./visit.js']],
  ['evidence-does-nothing-but-judge', 'services/evidence/src/gate/stored.ts', ['pg']],
  ['evidence-does-nothing-but-judge', 'services/evidence/src/gate/look-up.ts', ['@svc/chassis/postgres/pool']],
  ['evidence-does-nothing-but-judge', 'services/evidence/src/gate/ask.ts', ['@svc/proto/deal/v1/deal_service']],
  ['evidence-does-nothing-but-judge', 'services/evidence/src/gate/read.ts', ['fs']],
  ['use-cases-know-no-transport', 'services/evidence/src/gate/shape.ts', ['zod']],
  ['evidence-has-its-users', 'services/screenshot/src/captures/judge.ts', ['@svc/evidence/actions/run-action']],
  ['app-runs-no-operation', 'gateway/web/src/evidence/judge.ts', ['@svc/evidence/actions/run-action']],
  ['evidence-has-its-users', 'gateway/src/judge.ts', ['@svc/evidence/actions/run-action']],
  ['evidence-has-its-users', 'services/video-pages/src/pages/judge.ts', ['@svc/evidence/gate/row']],
  ['evidence-has-its-users', 'services/chassis/src/judge.ts', ['@svc/evidence/gate/row']],
  ['chassis-knows-no-business', 'services/chassis/src/grpc/methods.ts', ['@svc/proto/methods']],
  ['chassis-knows-no-other-library', 'services/chassis/src/grpc/page.ts', ['@svc/http-host/http/html']],
  ['chassis-knows-no-business', 'services/records/src/search/deals.ts', ['@svc/proto/deal/v1/deal_service']],
  ['chassis-knows-no-business', 'services/chassis/src/callees.ts', ['@svc/topology/processes']],
  ['image-routes-know-no-side', 'services/image-routes/src/answer.ts', ['@svc/screenshot/images/read-image']],
  ['browsers-are-driven-in-one-place', 'services/deal/src/videos/look.ts', ['@svc/guarded-browser/visits/visit-page']],
  ['browsers-are-driven-in-one-place', 'gateway/src/web/draw.ts', ['playwright-core']],
  ['guarded-browser-knows-no-service', 'services/guarded-browser/src/visits/save.ts', ['@svc/screenshot/server']],
  ['chassis-knows-no-business', 'services/chassis/src/deals.ts', ['../../deal/src/deals/deal.js']],
  ['shared-pages-know-no-platform', 'gateway/web/shared/read-deal.ts', ['@svc/proto/deal/v1/deal_service']],
  ['gateway-knows-no-app', 'gateway/src/draw.ts', ['../web/src/ui/menu.js']],
  ['video-pages-does-nothing-but-read', 'services/video-pages/src/pages/load.ts', ['fs']],
];

let folder: string;
let violations: readonly Violation[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  cpSync(join(ROOT, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'));
  for (const [file, imports] of Object.entries(ALLOWED)) write(file, imports);
  for (const [, file, imports] of REFUSED) write(file, imports);
  violations = findViolations();
});

function findViolations(): readonly Violation[] {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'services', 'gateway', 'topology'];
  const { stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 10_000_000 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, imports: readonly string[]): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  const lines = imports.map((name, index) => {
    const typed = name.startsWith('type ');
    const [as, from] = typed ? ['type', name.slice('type '.length)] : ['const', name];
    return `import ${typed ? 'type ' : ''}{ a as a${index} } from '${from}';\nexport ${as} b${index} = a${index};\n`;
  });
  writeFileSync(path, lines.join(''));
}

function rulesBrokenBy(file: string): string[] {
  return [...new Set(violations.filter(({ from }) => from === file).map(({ rule }) => rule.name))];
}

test.each(REFUSED)('%s: %s may not import %s', (rule, file) => {
  expect(rulesBrokenBy(file)).toEqual([rule]);
});

test.each(Object.keys(ALLOWED))('%s breaks no rule', (file) => {
  expect(rulesBrokenBy(file)).toEqual([]);
});

test('every rule has a case', () => {
  const config = readFileSync(join(ROOT, '.dependency-cruiser.cjs'), 'utf8');
  const rules = [...config.matchAll(/^ +name: '([^']+)'/gm)].map(([, name]) => name);

  expect(new Set([...REFUSED.map(([rule]) => rule), 'packages-are-listed'])).toEqual(new Set(rules));
});

test('a package that package.json does not list may not be imported', () => {
  const manifests = {
    'services/deal': { name: '@svc/deal', dependencies: { '@svc/chassis': '1' } },
    'services/chassis': { name: '@svc/chassis' },
    'services/images': { name: '@svc/images' },
  };
  for (const [workspace, manifest] of Object.entries(manifests)) {
    mkdirSync(join(folder, workspace), { recursive: true });
    writeFileSync(join(folder, workspace, 'package.json'), JSON.stringify(manifest));
  }
  write('services/deal/src/pictures/draw.ts', ['@svc/images/rendering/render-image']);

  violations = findViolations();

  expect(rulesBrokenBy('services/deal/src/pictures/draw.ts')).toEqual(['packages-are-listed']);
  expect(rulesBrokenBy('services/deal/src/deals/deal.ts')).toEqual([]);
});
