/** Checks the OpenAPI documents with four validators that support version 3.1. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Packages } from '@svc/scripts/on-demand/npm-packages';
import type { Court } from './court.ts';
import { check, hold, type Verdict } from './verdict.ts';

type Document = Readonly<Record<string, unknown>>;
type Validate = (document: Document) => Promise<void>;

interface Answer {
  readonly valid: boolean;
  readonly errors?: unknown;
}

const VALIDATORS: Readonly<Record<string, (packages: Packages) => Promise<Validate>>> = {
  async '@seriousme/openapi-schema-validator'(packages) {
    type Module = { Validator: new () => { validate(document: Document): Promise<Answer> } };
    const { Validator } = await packages.load<Module>('@seriousme/openapi-schema-validator');
    return async (document) => judge(await new Validator().validate(document));
  },
  async '@scalar/openapi-parser'(packages) {
    type Module = { readonly validate: (document: Document) => Promise<Answer> };
    const { validate } = await packages.load<Module>('@scalar/openapi-parser');
    return async (document) => judge(await validate(document));
  },
  async '@apidevtools/swagger-parser'(packages) {
    type Module = { default: { validate(document: Document): Promise<unknown> } };
    const { default: parser } = await packages.load<Module>('@apidevtools/swagger-parser');
    // The parser resolves references in place, so it gets a copy.
    return async (document) => void (await parser.validate(structuredClone(document)));
  },
  '@redocly/cli': async (packages) => (document) => lint(packages.file('@redocly/cli/bin/cli.js'), document),
};

export async function judgeOpenApi({ packages, hosts }: Court): Promise<Verdict[]> {
  const paths = { bridge: ['/openapi.json', '/api/openapi.json'], shortener: ['/openapi.json'] };
  const urls = hosts.flatMap(({ name, origin }) => paths[name].map((path) => ({ name, url: origin + path, path })));
  return Promise.all(
    Object.entries(VALIDATORS).map(async ([name, load]) => {
      const validate = await load(packages);
      const findings = urls.map((at) =>
        check(`${at.path} of the ${at.name}`, async () => {
          const response = await fetch(at.url);
          await validate((await response.json()) as Document);
        }),
      );
      return { judge: `OpenAPI 3.1: ${name}`, findings: await Promise.all(findings) };
    }),
  );
}

function judge({ valid, errors }: Answer): void {
  hold(valid, JSON.stringify(errors ?? '').slice(0, 2_000));
}

async function lint(program: string, document: Document): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dealbridge-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, REDOCLY_TELEMETRY: 'off' } };
    const asked = [program, 'lint', file, '--extends', 'spec', '--format', 'stylish'];
    await promisify(execFile)(process.execPath, asked, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
