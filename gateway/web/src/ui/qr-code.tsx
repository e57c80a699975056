import { Copy, Download } from 'lucide-react';
import { Button, buttonClass } from './button.js';
import { canCopyImages, copyImage } from './copy-image.js';
import { showError, showToast } from './toasts.js';

interface QrCodeProps {
  /** Base name of its files. */
  readonly name: string;
  readonly leadsTo: string;
  readonly fileOf: (format: 'svg' | 'png') => string;
}

/** A QR code to scan from the screen, to copy, and to download for print. */
export function QrCode({ name, leadsTo, fileOf }: QrCodeProps) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <img src={fileOf('svg')} alt={`QR code that leads to ${leadsTo}`} className="size-40 rounded-md bg-[#fff] p-2" />
      <div className="flex flex-wrap gap-2">
        {canCopyImages() && (
          <Button onClick={() => void copyAndConfirm(fileOf('png'))}>
            <Copy size={15} aria-hidden /> Copy image
          </Button>
        )}
        {(['svg', 'png'] as const).map((format) => (
          <a key={format} href={fileOf(format)} download={`${name}.${format}`} className={buttonClass()}>
            <Download size={15} aria-hidden /> {format.toUpperCase()}
          </a>
        ))}
      </div>
    </div>
  );
}

async function copyAndConfirm(png: string): Promise<void> {
  if (await copyImage(png)) showToast('Image copied');
  else showError("Couldn't copy. Download the PNG.");
}
