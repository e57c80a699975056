import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { refreshAfter } from './queries.js';

/** Operations that take a file as it is. */
type UploadName = 'short_links.create_photo';

/** Sends a file to an operation. */
export function useUpload(name: UploadName) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [name],
    mutationFn: (file: File) => call(name, {}, { file }),
    onSuccess: () => refreshAfter(queries, name),
  });
}
