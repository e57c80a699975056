import { z } from 'zod';
import { defineOperation, type Operation } from './define-operation.js';

/** A tool of an external MCP server. */
export interface OutsideTool {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  /** Calls the tool; its server validates the input. */
  readonly call: (input: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/**
 * Wraps an external tool as an operation that only models can call; no surface has it. It counts as a sensitive write with untrusted
 * output.
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
    // The server defines the fields, so none of them references a record of the product.
    preview: async (input) =>
      Object.entries(input).map(([field, value]) => ({ field, before: null, after: shown(value) })),
    run: (input) => call(input),
  });
}

function shown(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
