/** Runs the MCP project's own conformance suite against both endpoints. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Court, Host } from './court.ts';
import { isLeftOut } from './left-out.ts';
import { ERAS } from './mcp-clients.ts';
import { takeToken } from './oauth.ts';
import type { Finding, Verdict } from './verdict.ts';

const PROGRAM = '@modelcontextprotocol/conformance/dist/index.js';

const CHECKS = z.array(
  z.object({ id: z.string(), status: z.string(), description: z.string(), errorMessage: z.string().optional() }),
);

export async function judgeConformance(court: Court): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const host of court.hosts) {
    const door = await openDoor(host, await takeToken(court, host));
    const url = new URL(host.mcp, `http://localhost:${(door.address() as AddressInfo).port}`);
    try {
      for (const era of ERAS) verdicts.push(await runSuite(court, host, url, era));
    } finally {
      door.closeAllConnections();
      door.close();
    }
  }
  return verdicts;
}

async function runSuite({ packages }: Court, host: Host, url: URL, era: string): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'dealbridge-conformance-'));
  const suite = ['server', '--url', url.href, '--suite', 'all', '--spec-version', era, '--output-dir', folder];
  try {
    // The exit code also counts checks that are left out; the findings are in the folder.
    const run = promisify(execFile)(process.execPath, [packages.file(PROGRAM), ...suite], { maxBuffer: 100_000_000 });
    const failure = await run.then(
      () => '',
      (error: unknown) => String(error),
    );
    const scenarios = readdirSync(folder);
    if (scenarios.length === 0) throw new Error(`The conformance suite reported no scenarios: ${failure}`);
    const found = scenarios.flatMap((name) => readScenario(folder, name));
    const findings = found.filter(({ what }) => !isLeftOut(host.name, what));
    const judge = `MCP conformance ${era}: ${host.name}`;
    return { judge, findings, leftOut: found.length - findings.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Findings of a scenario, whose folder is named `server-<name>-<time>`. */
function readScenario(folder: string, name: string): Finding[] {
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
  return (
    CHECKS.parse(JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')))
      // Warnings are recommendations, which the suite does not count.
      .filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE')
      .map(({ id, status, description, errorMessage }) => ({
        what: `${scenario}/${id}`,
        failure: status === 'SUCCESS' ? undefined : `${description}: ${errorMessage ?? status}`,
      }))
  );
}

/**
 * A proxy for the suite, which cannot send a token: it adds the token and replaces its own name by the host's in
 * headers.
 */
async function openDoor(host: Host, token: string): Promise<Server> {
  const door = createServer((incoming, outgoing) => {
    const { port } = door.address() as AddressInfo;
    const named = Object.entries(incoming.headers).map(([name, value]) => [
      name,
      name === 'host' || name === 'origin'
        ? String(value).replace(`localhost:${port}`, new URL(host.origin).host)
        : value,
    ]);
    const headers = { ...Object.fromEntries(named), authorization: `Bearer ${token}` } as OutgoingHttpHeaders;
    const target = new URL(incoming.url ?? '/', host.origin);
    const passedOn = request(target, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passedOn.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => door.listen(0, 'localhost', resolve));
  return door;
}
