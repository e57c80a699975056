import type { WhileAllowed } from '@svc/chassis/assertions/renewal';
import type { HttpOperation } from '@svc/http-host/http/http-operation';
import type { StreamedFile } from '@svc/http-host/http/http-operation';
import type { ReceiveOptions, Upload } from '@svc/images/intake/image-intake';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import type { z } from 'zod';
import type { WantedPart } from '../images/open-image-file.js';
import type { SurfaceParts } from './surface-parts.js';

/** The caller of the gateway; absent for what people outside may see. */
export interface ImageCall {
  readonly user: UserPrincipal | undefined;
  /** Takes the image out of the request's unread body. */
  readonly receive: (options: ReceiveOptions) => Promise<Upload>;
  /** Runs work that asks other services, in the name of a caller who may still call however long the image took. */
  readonly stillAllowed: WhileAllowed;
  readonly wanted: WantedPart;
}

/** Operations with images, which do not travel over gRPC, so that the gateway forwards the request. */
export interface ImageOperation<Input extends z.ZodObject = z.ZodObject> extends HttpOperation {
  /** Scopes of which an agent needs one; without any, no sign-in is needed. */
  readonly scopes: readonly string[];
  readonly input: Input;
  readonly run: (
    input: never,
    call: ImageCall,
    parts: SurfaceParts,
  ) => Promise<{ readonly file: StreamedFile } | { readonly output: unknown }>;
}

/** Keeps the types of an operation together. */
export function defineImageOperation<Input extends z.ZodObject>(
  definition: Omit<ImageOperation<Input>, 'run'> & {
    readonly run: (
      input: z.output<Input>,
      call: ImageCall,
      parts: SurfaceParts,
    ) => Promise<{ readonly file: StreamedFile } | { readonly output: unknown }>;
  },
): ImageOperation<Input> {
  return definition;
}
