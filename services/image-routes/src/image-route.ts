import type { AgentScope } from '@svc/chassis/calls/agent-scopes';
import { fillPath, type HttpRoute, namesInPath } from '@svc/http-host/http/http-operation';
import { z } from 'zod';

/** Paths and queries have only text values. */
export type TextInput = z.ZodObject<Readonly<Record<string, z.ZodType<unknown, string | undefined>>>>;

/** A route of a service's internal listener that carries an image. The gateway's operation includes its fields. */
export interface ImageRoute<Input extends TextInput = TextInput> {
  /** Name of the operation, both in the service and in the gateway. */
  readonly name: string;
  readonly service: 'screenshot' | 'shortener';
  /** Whether the route requires a signed-in caller. */
  readonly access: 'user' | 'public';
  /** Scope that agents require; without one a `user` route is closed to agents. */
  readonly scope?: AgentScope;
  /** Path on the internal listener; the gateway's operations have other paths. */
  readonly http: HttpRoute & { readonly method: 'GET' | 'POST' | 'PUT' };
  /** Parameters in the path and in the query. */
  readonly input: Input;
}

/** A body with an image: in JSON or a form with other fields, or raw. */
export interface AcceptedImage {
  readonly types: readonly [string, ...string[]];
  /** The fields besides the image, which the service validates. */
  readonly fields: z.ZodObject;
}

/** A route that accepts an image. */
export interface UploadRoute<Input extends TextInput = TextInput, Answer = unknown> extends ImageRoute<Input> {
  readonly http: ImageRoute['http'] & { readonly accepts: AcceptedImage };
  readonly answer: z.ZodType<Answer>;
}

/** A route that returns an image. */
export interface FileRoute<Input extends TextInput = TextInput> extends ImageRoute<Input> {
  readonly http: ImageRoute['http'] & Required<Pick<HttpRoute, 'fileTypes' | 'ranges'>>;
}

/** An image in a JSON body or a form, or as the body itself. */
export const ANY_BODY = ['application/json', 'multipart/form-data', 'image/*'] as const;

/** An image as the body itself. */
export const RAW_BODY = { types: ['image/*', 'application/octet-stream'], fields: z.strictObject({}) } as const;

/** Response type of rendered pictures. */
export const WEBP = { method: 'GET', fileTypes: ['image/webp'], ranges: true } as const;

/** Parameters that prove that a visitor has opened a shared link. */
export const openedLink = { token: z.string().max(200), viewingPass: z.string().max(200).default('') };

/** Returns the path and query of a request for a route: input that is not in the path becomes the query. */
export function addressOf({ http: { path } }: ImageRoute, input: Readonly<Record<string, string | undefined>>): string {
  const names = namesInPath(path);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (!names.has(name) && value !== undefined) query.set(name, value);
  }
  return fillPath(path, input) + (query.size > 0 ? `?${query.toString()}` : '');
}
