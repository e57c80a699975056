import type { IncomingMessage } from 'node:http';
import { oauthError } from '@svc/chassis/errors/oauth-error';
import { z } from 'zod';
import { isOfType, readForm, readJson } from '../http/read-body.js';

/** Maximum bytes of a body. */
const BYTES_MAX = 16_384;

/** Maximum length of a parameter's value; no honest one comes close. */
const VALUE_MAX = 4_096;

const absent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** The relevant part of a client's metadata; everything else is ignored (RFC 7591 section 2). */
const ClientMetadata = z.object({
  client_name: z.string().max(VALUE_MAX),
  client_uri: absent(z.string().max(VALUE_MAX)),
  scope: absent(z.string().max(VALUE_MAX)),
  token_endpoint_auth_method: absent(z.literal('none')),
});

const METADATA_RULES: Readonly<Record<string, string>> = {
  client_name: 'Send a client_name.',
  client_uri: 'The client_uri must be an address.',
  scope: 'The scope must be a string of scopes separated by spaces.',
  token_endpoint_auth_method: 'Only public clients register here: token_endpoint_auth_method must be none.',
};

/** Reads the metadata of a registration. Throws `invalid_client_metadata`. */
export async function readClientMetadata(request: IncomingMessage): Promise<z.output<typeof ClientMetadata>> {
  if (!isOfType(request, ['application/json'])) {
    throw oauthError(
      'invalid_client_metadata',
      'Send the metadata as a JSON object, with Content-Type: application/json.',
    );
  }
  const parsed = ClientMetadata.safeParse(await readJson(request, BYTES_MAX));
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw oauthError('invalid_client_metadata', METADATA_RULES[field] ?? 'The metadata must be a JSON object.');
}

/** Parameters of a form. One without a value counts as unset (RFC 6749 section 3.1). */
export interface FormParameters {
  /** Returns the value, or undefined. Throws `invalid_request` when it is too long. */
  optional(name: string): string | undefined;
  /** Returns the value. Throws `invalid_request` when it is missing. */
  required(name: string): string;
}

/**
 * Reads a form whose `resource` is this host's, with or without a path below it (RFC 8707). Throws `invalid_request` for another content type and for
 * a repeated parameter, `invalid_target` for another resource.
 */
export async function readParameters(request: IncomingMessage, resource: string): Promise<FormParameters> {
  if (!isOfType(request, ['application/x-www-form-urlencoded'])) {
    throw oauthError('invalid_request', 'Send the parameters with Content-Type: application/x-www-form-urlencoded.');
  }
  const { resource: targets, ...parameters } = await readForm(request, BYTES_MAX);
  checkTargets(targets, resource);
  const repeated = Object.keys(parameters).find((name) => Array.isArray(parameters[name]));
  if (repeated !== undefined) throw oauthError('invalid_request', `The parameter ${repeated} must be sent only once.`);

  const optional = (name: string): string | undefined => {
    const value = parameters[name];
    if (typeof value !== 'string' || value === '') return undefined;
    if (value.length > VALUE_MAX) throw oauthError('invalid_request', `The parameter ${name} is too long.`);
    return value;
  };
  return {
    optional,
    required: (name) => {
      const value = optional(name);
      if (value === undefined) throw oauthError('invalid_request', `The parameter ${name} is missing.`);
      return value;
    },
  };
}

function checkTargets(targets: string | string[] | undefined, resource: string): void {
  const named = [targets ?? []].flat().filter((target) => target !== '');
  if (named.every((target) => target === resource || target.startsWith(`${resource}/`))) return;
  throw oauthError('invalid_target', `Tokens issued here are only for ${resource}.`);
}
