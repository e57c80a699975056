import { z } from 'zod';
import { defineOperation, type Operation } from './define-operation.js';

/** A tool of an external server. */
export interface OutsideTool {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  /** Calls it, with input for the server's own schema. */
  readonly call: (input: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/**
 * A tool of an external server, as an operation that only models can call: no surface has it. It counts as a write, and its
 * answers as untrusted.
 */
export function outsideTool({ name, family, summary, call }: OutsideTool): Operation {
  return defineOperation({
    name,
    family,
    summary,
    tier: 2,
    holdsForeignText: true,
    http: { method: 'POST', path: '' },
    input: z.looseObject({}),
    output: z.unknown(),
    // Field names are the server's, so none of them refers to a record of the product.
    preview: async (input) =>
      Object.entries(input).map(([field, value]) => ({ field, before: null, after: shown(value) })),
    run: (input) => call(input),
  });
}

function shown(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
