import type { IfStillAllowed } from '@svc/chassis/assertions/renewal';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { unauthenticated } from '@svc/chassis/grpc/server-call';
import type { RoutedOperation, StreamedFile } from '@svc/http-host/http/http-operation';
import type { ImageRoute, UploadRoute } from '@svc/image-routes/image-route';
import type { ReceiveOptions, Upload } from '@svc/images/intake/image-intake';
import type { z } from 'zod';
import type { WantedPart } from '../images/open-image-file.js';
import type { SurfaceParts } from './surface-parts.js';

/** An image request; `user` is undefined for visitors of external shares. */
export interface ImageCall {
  readonly user: UserPrincipal | undefined;
  /** Receives the image from the unread request body. */
  readonly receive: (options: ReceiveOptions) => Promise<Upload>;
  /** Runs work that calls other services, if the caller is still authorized after a slow upload. */
  readonly ifStillAllowed: IfStillAllowed;
  readonly wanted: WantedPart;
}

/** An operation that transfers images, which the gateway forwards over HTTP instead of gRPC. */
export interface ImageOperation extends RoutedOperation, Pick<ImageRoute, 'access' | 'scope'> {
  readonly run: (input: never, call: ImageCall, parts: SurfaceParts) => Promise<unknown>;
}

/** The response to the gateway: JSON for a route that receives an image, otherwise a file. */
type AnswerOf<Route extends ImageRoute> = Route extends UploadRoute ? z.output<Route['answer']> : StreamedFile;

/** Binds a route to its implementation. */
export function defineImageOperation<Route extends ImageRoute & Partial<Pick<UploadRoute, 'answer'>>>(
  route: Route,
  run: (input: z.output<Route['input']>, call: ImageCall, parts: SurfaceParts) => Promise<AnswerOf<Route>>,
): ImageOperation {
  return { ...route, output: route.answer, run };
}

/** Returns the caller. Throws UNAUTHENTICATED when anonymous. */
export function userOf({ user }: ImageCall): UserPrincipal {
  if (!user) throw unauthenticated();
  return user;
}
