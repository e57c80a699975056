import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Container, PodSpec } from '../chart/rendered.ts';

const execute = promisify(execFile);

/** Runs podman. Returns its output; throws with its error output. */
export async function podman(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('podman', [...args], { maxBuffer: 1e8 });
  return stdout;
}

/** Settings of a container in addition to the rendered pod. */
export interface Surroundings {
  readonly name: string;
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A network, or another container whose network is shared, and aliases on it. */
  readonly network: string;
  readonly aliases?: readonly string[];
  /** Additional options of `podman run`. */
  readonly options?: readonly string[];
}

/** Starts a container with exactly the user, rights and memory of the rendered pod. */
export async function runAsRendered(pod: PodSpec, container: Container, around: Surroundings): Promise<void> {
  const { name, image, environment, network, aliases = [], options = [] } = around;
  const variables = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const names = aliases.flatMap((alias) => ['--network-alias', alias]);
  const rights = rightsOf({ ...pod.securityContext, ...container.securityContext });
  const memory = ['--memory', String(bytesOf(container.resources?.limits?.['memory'] ?? ''))];
  const place = ['--name', name, '--network', network, ...names, ...options];
  await podman('run', '--detach', ...place, ...rights, ...memory, ...variables, image, ...(container.args ?? []));
}

/** Podman options for a security context. Throws if it grants more than the restricted profile. */
function rightsOf(context: Readonly<Record<string, unknown>>): string[] {
  const { runAsUser, runAsGroup, readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = context;
  if (readOnlyRootFilesystem !== true || allowPrivilegeEscalation !== false)
    throw new Error('The container may write to its root or escalate privileges.');
  const { drop } = capabilities as { drop: readonly string[] };
  return [
    '--user',
    `${String(runAsUser)}:${String(runAsGroup)}`,
    '--read-only',
    '--read-only-tmpfs=false',
    ...drop.flatMap((capability) => ['--cap-drop', capability]),
    '--security-opt',
    'no-new-privileges',
  ];
}

const UNITS: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Bytes of a Kubernetes quantity such as `384Mi`. */
function bytesOf(quantity: string): number {
  const [, number = '', unit = ''] = /^(\d+)(Ki|Mi|Gi)$/.exec(quantity) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`"${quantity}" is not an amount of memory.`);
  return Number(number) * factor;
}

export async function addressOf(name: string): Promise<string> {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
  return (await podman('inspect', '--format', format, name)).trim();
}

export async function logsOf(name: string): Promise<string> {
  const { stdout, stderr } = await execute('podman', ['logs', name], { maxBuffer: 1e8 });
  return stdout + stderr;
}

/** Exit code; undefined while the container runs. */
async function exitCodeOf(name: string): Promise<number | undefined> {
  const [status, code] = (await podman('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', name)).split(
    ' ',
  );
  return status === 'exited' ? Number(code) : undefined;
}

/** Waits until the container exits on its own; returns its exit code. */
export async function waitForEnd(name: string, withinMs: number): Promise<number> {
  const endsAt = performance.now() + withinMs;
  while (performance.now() < endsAt) {
    const code = await exitCodeOf(name);
    if (code !== undefined) return code;
    await pause(200);
  }
  throw new Error(`${name} is still running. Its log:\n${await logsOf(name)}`);
}

/** Files that the container changed in its layer, except for podman's own mounts: `/etc/hosts`, volumes. */
export async function changedFiles(name: string): Promise<string[]> {
  return (await podman('diff', name)).split('\n').filter((line) => line !== '' && !/^[AC] \/(?:etc|tmp)$/.test(line));
}

/** Memory counted by the container's control group. */
export async function memoryOf(name: string): Promise<string> {
  return (await podman('stats', '--no-stream', '--format', '{{.MemUsage}}', name)).split(' / ')[0] ?? '';
}

/** Removes containers; browsers first, because they share another container's network. */
export async function remove(...names: readonly string[]): Promise<void> {
  const isBrowser = (name: string): boolean => name.endsWith('-browser');
  for (const some of [names.filter(isBrowser), names.filter((name) => !isBrowser(name))])
    if (some.length > 0) await podman('rm', '--force', '--ignore', '--time', '0', ...some);
}
