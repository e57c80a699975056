import type { WhileAllowed } from '@svc/chassis/assertions/renewal';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { unauthenticated } from '@svc/chassis/grpc/server-call';
import type { RoutedOperation, StreamedFile } from '@svc/http-host/http/http-operation';
import type { ImageRoute, UploadRoute } from '@svc/image-routes/image-route';
import type { ReceiveOptions, Upload } from '@svc/images/intake/image-intake';
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
export interface ImageOperation extends RoutedOperation, Pick<ImageRoute, 'access' | 'scope'> {
  readonly run: (input: never, call: ImageCall, parts: SurfaceParts) => Promise<unknown>;
}

/** What the gateway reads: the answer of a route that takes an image, else a file. */
type AnswerOf<Route extends ImageRoute> = Route extends UploadRoute ? z.output<Route['answer']> : StreamedFile;

/** What a route is answered with. */
export function defineImageOperation<Route extends ImageRoute & Partial<Pick<UploadRoute, 'answer'>>>(
  route: Route,
  run: (input: z.output<Route['input']>, call: ImageCall, parts: SurfaceParts) => Promise<AnswerOf<Route>>,
): ImageOperation {
  return { ...route, output: route.answer, run };
}

/** The caller of a route that needs one. */
export function userOf({ user }: ImageCall): UserPrincipal {
  if (!user) throw unauthenticated();
  return user;
}
