import { useEffect, useState } from 'react';
import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';

/** Public facts about this installation; undefined while loading. These pages have no cache of their own. */
export function usePublicConfig(): Output<'public.get_config'> | undefined {
  const [config, setConfig] = useState<Output<'public.get_config'>>();
  useEffect(() => {
    const reading = new AbortController();
    // Without it the page lacks a name and a link, but works.
    call('public.get_config', {}, { signal: reading.signal }).then(setConfig, () => undefined);
    return () => reading.abort();
  }, []);
  return config;
}
