import { type JsonSchema, toJsonSchema } from '@svc/chassis/schemas/json-schema';
import { OPERATIONS } from '@svc/operations/registry/registry';
import type { Plugin } from 'vite';
import { type Bounds, FORM_OPERATIONS } from '../shared/form-operations.ts';
import { virtualModule } from './virtual-module.ts';

/** Bounds of form fields, by operation and field, as a separate module that loads with the first form. */
export function fieldBounds(): Plugin {
  const table = Object.fromEntries(FORM_OPERATIONS.map((name) => [name, boundsOf(name)]));
  return virtualModule('field-bounds', table);
}

/** The bounds of each field of an operation. Throws for one that is not in the registry. */
export function boundsOf(name: string): Readonly<Record<string, Bounds>> {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`Forms must use operations of the registry, which has no ${name}.`);
  const { properties = {} } = toJsonSchema(operation.input, 'input');
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [field, boundsIn(schema as JsonSchema)]),
  );
}

function boundsIn(schema: JsonSchema): Bounds {
  const choices = (schema.anyOf as readonly JsonSchema[] | undefined) ?? [schema];
  const [only, ...others] = choices.filter(({ type }) => type !== 'null');
  const { type, minLength, maxLength, minimum, maximum } = only ?? {};
  const isText = type === 'string' && others.length === 0;
  const isNumber = type === 'number' || type === 'integer';
  return {
    ...((isText || isNumber) && choices.length === 1 && { required: true }),
    // A minimum of one character is covered by `required`.
    ...(isText && minLength !== undefined && minLength > 1 && { minLength }),
    ...(isText && maxLength !== undefined && { maxLength }),
    ...(isNumber && minimum !== undefined && { minimum }),
    ...(isNumber && maximum !== undefined && { maximum }),
    ...(type === 'integer' && { step: 1 }),
  };
}
