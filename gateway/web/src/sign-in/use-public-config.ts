import { useEffect, useState } from 'react';
import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';

/** The public facts of this installation; undefined until read. These pages bring nothing that keeps answers. */
export function usePublicConfig(): Output<'public.get_config'> | undefined {
  const [config, setConfig] = useState<Output<'public.get_config'>>();
  useEffect(() => {
    const reading = new AbortController();
    // Without it the page lacks a name and a link, and works.
    call('public.get_config', {}, { signal: reading.signal }).then(setConfig, () => undefined);
    return () => reading.abort();
  }, []);
  return config;
}
