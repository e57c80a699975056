import { usableTimeZone } from '@svc/web/shared/usable-time-zone';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useChange } from '../api/queries.js';
import { showToast } from '../ui/toasts.js';
import { useSignedIn } from './account.js';

/** Saves the browser's time zone and region for an account without settings, such as one created through an invitation: a page without scripts. */
export function BrowserTimeZone() {
  const { timeZone: current } = useSignedIn().settings;
  const { mutate } = useChange('settings.update');
  const navigate = useNavigate();
  useEffect(() => {
    const { timeZone: ofSystem, locale } = new Intl.DateTimeFormat().resolvedOptions();
    const timeZone = usableTimeZone(ofSystem);
    if (timeZone === current) return;
    const change = (): void => void navigate({ to: '/settings', hash: 'region' });
    const onSuccess = (): void => showToast(`Time zone: ${timeZone}`, { action: { label: 'Change', run: change } });
    // Without it, the settings stay as they are: the next page tries again.
    mutate({ input: { timeZone, locale }, version: 0 }, { onSuccess });
  }, [current, mutate, navigate]);
  return null;
}
