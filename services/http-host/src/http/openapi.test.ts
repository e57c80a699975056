import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { HttpOperation } from './http-operation.js';
import { describePaths, type OperationFacts } from './openapi.js';

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

function describe(
  operation: Pick<HttpOperation, 'http' | 'input' | 'output'>,
  facts: Partial<OperationFacts> = {},
): Described {
  const named = { name: 'things.do', summary: 'Do', ...operation };
  const paths = describePaths([named], '/api', {}, () => ({ extensions: {}, ...facts }));
  return Object.values(Object.values(paths)[0] ?? {})[0] as Described;
}

const input = z.strictObject({ id: z.string() });

test('a body with an image is described with the other fields, without those of the path', () => {
  const image = {
    types: ['application/json', 'multipart/form-data', 'image/*'],
    fields: z.strictObject({ title: z.string().optional(), note: z.string() }),
  };

  const { parameters, requestBody } = describe(
    { http: { method: 'POST', path: '/things/:id/upload' }, input },
    { image },
  );

  expect(parameters.map((parameter) => [parameter.name, parameter.in])).toEqual([
    ['id', 'path'],
    ['Idempotency-Key', 'header'],
  ]);
  const { content = {} } = requestBody ?? {};
  const json = content['application/json']?.schema;
  expect(json).toMatchObject({ additionalProperties: false, required: ['image', 'note'] });
  expect(Object.keys((json as { properties: object }).properties)).toEqual(['image', 'title', 'note']);
  expect(content['multipart/form-data']?.schema).toMatchObject({ properties: { image: { format: 'binary' } } });
  expect(content['image/*']?.schema).toEqual({ type: 'string', format: 'binary' });
});

test('a streamed file supports ranges and conditional requests', () => {
  const types = ['image/png', 'image/webp'] as const;
  const http = { method: 'GET', path: '/things/:id/image', fileTypes: types } as const;

  const streamed = describe({ http: { ...http, ranges: true }, input });
  const small = describe({ http, input });

  expect(streamed.parameters.map(({ name }) => name)).toEqual(['id', 'Range', 'If-None-Match']);
  expect(Object.keys(streamed.responses)).toEqual(['200', '206', '304', '4XX', 'default']);
  expect(Object.keys(streamed.responses['206']?.content ?? {})).toEqual(types);
  expect(streamed.responses['304']?.content).toBeUndefined();
  expect(Object.keys(small.responses)).toEqual(['200', '4XX', 'default']);
});

test('a number without explicit bounds is described without bounds', () => {
  const output = z.object({ bytes: z.int(), width: z.int().min(1), height: z.int().max(9) });

  const { responses } = describe({ http: { method: 'GET', path: '/things/:id' }, input, output });

  expect(responses['200']?.content).toMatchObject({
    'application/json': {
      schema: {
        properties: {
          bytes: { type: 'integer' },
          width: { type: 'integer', minimum: 1 },
          height: { type: 'integer', maximum: 9 },
        },
      },
    },
  });
  expect(JSON.stringify(responses)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});
