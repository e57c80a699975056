import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import type { Input, Output } from './operations.js';
import { refreshAfter } from './queries.js';

/** Operations that take a file as it is. */
type UploadName = 'screenshots.create' | 'short_links.create_photo';

/** Sends a file to an operation. */
export function useUpload<Name extends UploadName>(name: Name) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [name],
    mutationFn: (file: File): Promise<Output<Name>> => call<Name>(name, {} as Input<Name>, { file }),
    onSuccess: () => refreshAfter(queries, name),
  });
}
