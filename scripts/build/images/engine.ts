import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The input of an image build. */
export interface Build {
  readonly file: string;
  /** The build context. */
  readonly context: string;
  /** Stage to stop at; the last one when unset. */
  readonly target?: string;
  /** Names with tags. */
  readonly names: readonly string[];
  readonly arguments?: Readonly<Record<string, string>>;
  /** Ignores the build cache. */
  readonly fromScratch?: true;
}

/** The image builder of this machine. */
export interface Engine {
  readonly command: 'docker' | 'podman' | 'buildah';
  /** Builds an image for this machine, reproducibly. */
  build(build: Build): void;
  /** Whether the image exists locally. */
  has(name: string): boolean;
  /** Whether the image exists locally or can be pulled. */
  fetch(name: string): boolean;
  /** Digest of the image's configuration, which covers all its layers. */
  idOf(name: string): string;
  /** Pushes an image to the registry in its name. Returns the digest by which it is pinned. */
  push(build: Build): string;
}

/** The first available of docker with buildx, podman and buildah; undefined when none works. */
export function findEngine(): Engine | undefined {
  if (answers('docker', 'info') && answers('docker', 'buildx', 'version')) return docker();
  if (answers('podman', 'info')) return ofContainers('podman');
  return answers('buildah', 'info') ? ofContainers('buildah') : undefined;
}

/** Podman, if it works; unlike the others, it is also used to run images. */
export function findPodman(): Engine | undefined {
  return answers('podman', 'info') ? ofContainers('podman') : undefined;
}

export const NO_ENGINE =
  'No image builder was found: install docker with buildx, podman or buildah (on Debian: apt-get install podman runc).';

/** Settings for podman and buildah on a machine that is itself a container; existing ones take precedence. */
export function engineEnvironment(): NodeJS.ProcessEnv {
  const isBare = process.getuid?.() === 0 && !existsSync('/run/systemd/system') && existsSync('/usr/sbin/runc');
  const settings = isBare
    ? { CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf'), BUILDAH_ISOLATION: 'chroot' }
    : {};
  return { ...settings, ...process.env };
}

/** Runs a command and returns its output; throws with its error output. */
export function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: engineEnvironment(),
    maxBuffer: 1e8,
    ...options,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.slice(0, 2).join(' ')} failed.\n${(stderr || stdout).trim().slice(-4_000)}`);
}

function answers(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { env: engineEnvironment(), timeout: 600_000 }).status === 0;
}

function buildArguments({ file, context, target, names, fromScratch, arguments: buildArgs = {} }: Build): string[] {
  const args = Object.entries(buildArgs).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const tags = names.flatMap((name) => ['--tag', name]);
  return [
    ...args,
    ...tags,
    ...(fromScratch ? ['--no-cache'] : []),
    '--file',
    file,
    ...(target ? ['--target', target] : []),
    context,
  ];
}

/** Passes a temporary file for a command's result to `use`. */
function withAnswerFile<Result>(use: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'dealbridge-image-'));
  try {
    return use(join(folder, 'answer'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files get the time of the build argument, in the layers as well. */
const DOCKER_BUILD = ['buildx', 'build', '--build-arg', 'SOURCE_DATE_EPOCH=0'];
const DOCKER_PUSH = [
  '--platform=linux/amd64,linux/arm64',
  '--output=type=image,push=true,rewrite-timestamp=true',
  '--attest=type=sbom',
  '--attest=type=provenance,mode=max',
];

function docker(): Engine {
  const has = (name: string): boolean => answers('docker', 'image', 'inspect', name);
  return {
    command: 'docker',
    build(build) {
      const output = ['--output=type=docker,rewrite-timestamp=true', '--provenance=false'];
      run('docker', [...DOCKER_BUILD, ...output, ...buildArguments(build)]);
    },
    has,
    // The builder pulls images itself, and reports failures.
    fetch: () => true,
    idOf: (name) => run('docker', ['image', 'inspect', '--format', '{{.Id}}', name]).trim(),
    push: (build) =>
      withAnswerFile((file) => {
        run('docker', [...DOCKER_BUILD, ...DOCKER_PUSH, '--metadata-file', file, ...buildArguments(build)]);
        const answer = JSON.parse(readFileSync(file, 'utf8')) as { 'containerimage.digest'?: string };
        return answer['containerimage.digest'] ?? 'unknown';
      }),
  };
}

/** Podman and buildah are one builder with two names. */
function ofContainers(command: 'podman' | 'buildah'): Engine {
  const inspect = command === 'podman' ? ['image', 'inspect'] : ['inspect', '--type', 'image'];
  const idFormat = command === 'podman' ? '{{.Id}}' : '{{.FromImageID}}';
  const has = (name: string): boolean => answers(command, ...inspect, name);
  return {
    command,
    build: (build) => void run(command, ['build', '--layers', '--timestamp=0', ...buildArguments(build)]),
    has,
    fetch: (name) => has(name) || answers(command, 'pull', '--quiet', name),
    idOf: (name) => `sha256:${run(command, [...inspect, '--format', idFormat, name]).trim()}`,
    push: ({ names }) =>
      withAnswerFile((file) => {
        for (const name of names) run(command, ['push', '--digestfile', file, name]);
        return readFileSync(file, 'utf8').trim();
      }),
  };
}
