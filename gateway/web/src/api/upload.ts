import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './call.js';
import type { Input, Output } from './operations.js';
import { refreshAfter } from './queries.js';

/** Operations whose body is a file. */
type UploadName = 'screenshots.create' | 'settings.set_logo' | 'short_links.create_photo';

/** The state of an upload. */
export interface Upload {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  /** The sent share, from 0 to 1. */
  readonly share: number;
}

/** Sends a file to an operation. */
export function useUpload<Name extends UploadName>(name: Name) {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationKey: [name],
    mutationFn: (file: File): Promise<Output<Name>> => {
      setShare(0);
      return call<Name>(name, {} as Input<Name>, { file, onProgress: setShare });
    },
    onSuccess: () => refreshAfter(queries, name),
  });
  return { ...sending, share };
}
