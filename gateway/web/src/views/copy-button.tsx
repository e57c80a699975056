import { Copy } from 'lucide-react';
import { useKeys } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { copyReadings, type CopiedReadings } from './copy-readings.js';

/** Copies the text for the sponsor of some view counts. */
export function CopyButton({ label = 'Copy text', ...copied }: CopiedReadings & { readonly label?: string }) {
  const copy = (): void => void copyReadings(copied);
  useKeys({ c: { about: 'Copy text for the sponsor', run: copy } });
  return (
    <Button onClick={copy} title="Press c">
      <Copy size={15} aria-hidden /> {label}
    </Button>
  );
}
