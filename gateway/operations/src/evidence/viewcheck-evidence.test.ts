import { expect, test } from '@jest/globals';
import { toJsonSchema } from '@svc/chassis/schemas/json-schema';
import { PRIMITIVES_CONTRACT } from '@svc/evidence/request/primitives-contract';
import { EvidenceInput } from '@svc/evidence/schemas/tool-input';
import { methodsOf, namesInPath } from '@svc/http-host/http/http-operation';
import { inputOf } from '../ai/describe-operations.js';
import type { Operation } from '../registry/define-operation.js';
import { OPERATIONS } from '../registry/registry.js';
import { viewcheckEvidence } from './viewcheck-evidence.js';

const { verificationLinks, ...primitives } = PRIMITIVES_CONTRACT;

function operationOf(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name);
  if (!found) throw new Error(`No operation ${name}.`);
  return found;
}

test.each(Object.entries(primitives))('describes %s as the registry defines it', (_name, primitive) => {
  const operation = operationOf(primitive.operation);
  const { required = [] } = toJsonSchema(inputOf(operation), 'input');

  expect(primitive).toEqual({
    operation: operation.name,
    tier: operation.tier,
    method: methodsOf(operation)[0],
    path: operation.http.path,
    writes: operation.tier > 0,
    requiredFields: required.filter((field) => !namesInPath(operation.http.path).has(field)),
  });
});

test('returns links in the named field of the three link primitives', () => {
  const answering = verificationLinks.map(({ primitive, operation, linkField }) => {
    const { output } = operationOf(operation);
    const answered = output ? JSON.stringify(toJsonSchema(output, 'output')) : '';
    return { primitive, operation, isAnswered: answered.includes(`"${linkField}":`) };
  });

  expect(answering).toEqual([
    { primitive: 'urlShortLink', operation: 'short_links.create', isAnswered: true },
    { primitive: 'imageUploadShortLink', operation: 'short_links.create_photo', isAnswered: true },
    { primitive: 'screenshotCapture', operation: 'screenshots.capture', isAnswered: true },
  ]);
});

test('costs a model at most 16 KB in a tool list', () => {
  const { summary, description } = viewcheckEvidence;
  const entry = { title: summary, description, inputSchema: toJsonSchema(EvidenceInput, 'input') };

  expect(JSON.stringify(entry).length).toBeLessThan(16_384);
});
