import { readFile } from 'node:fs/promises';

/** Memory of processes in bytes, counting shared pages once (PSS); undefined on systems other than Linux, which do not report it. */
export async function measureProcesses(ids: readonly number[]): Promise<number | undefined> {
  const sizes = await Promise.all(ids.map(measureProcess));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0);
}

async function measureProcess(id: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024;
}
