import { methodsOf } from '@svc/http-host/http/http-operation';
import { toJsonSchema, type JsonSchema } from '@svc/chassis/schemas/json-schema';
import { z } from 'zod';
import type { ActionDescription } from '../operation-context.js';
import { isProposable, mayNeedApproval } from '../checks.js';
import type { Operation } from '../define-operation.js';

/** Version of the shape of these descriptions; it changes when a reader of an older one would misread it. */
export const SCHEMA_VERSION = '1';

/** The records that operations return, by name; references among them are `#/entities/<name>`. Records for administrators are left out. */
export function describeEntities(operations: readonly Operation[]): Record<string, JsonSchema> {
  const outputs = operations.flatMap(({ access, output }) => (access === 'admin' || !output ? [] : [output]));
  // A schema with an id is always among the definitions, by its id.
  const named = outputs.flatMap((output) => Object.entries(toJsonSchema(output, 'output').$defs ?? {}));
  const text = JSON.stringify(Object.fromEntries(named.toSorted(([left], [right]) => (left < right ? -1 : 1))));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/entities/')) as Record<string, JsonSchema>;
}

/** What agents may be allowed to do: the operations that have a scope, with their paths below `base`. */
export function describeActions(operations: readonly Operation[], base: string): ActionDescription[] {
  return operations.flatMap((operation) => {
    const { name, family, summary, description = null, tier, destructive, scope, otherScopes = [], http } = operation;
    if (scope === undefined) return [];
    const [method] = methodsOf(operation);
    const path = base + http.path;
    const input = toJsonSchema(inputOf(operation), 'input');
    const rules = {
      tier,
      destructive,
      scope,
      otherScopes,
      mayNeedApproval: mayNeedApproval(operation),
      proposable: isProposable(operation),
    };
    return [{ name, family, summary, description, ...rules, method, path, input }];
  });
}

/** The operation's input; in JSON, an image is beside the fields that only its service reads. */
export function inputOf({ http: { accepts }, input }: Operation): z.ZodObject {
  if (!accepts?.types.includes('application/json')) return input;
  return input.extend({ image: z.string().describe('Base64, or a data URL.'), ...accepts.fields.shape });
}
