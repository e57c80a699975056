import { Copy } from 'lucide-react';
import { useKeys } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { type CopiedViewCounts, copyViewCounts } from './copy-view-counts.js';

/** Copies the sponsor's text for some view counts. */
export function CopyButton({ label = 'Copy text', ...copied }: CopiedViewCounts & { readonly label?: string }) {
  const copy = (): void => void copyViewCounts(copied);
  useKeys({ c: { about: 'Copy text for the sponsor', run: copy } });
  return (
    <Button onClick={copy} title="Press c">
      <Copy size={15} aria-hidden /> {label}
    </Button>
  );
}
