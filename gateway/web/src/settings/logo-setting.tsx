import { useRef, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { useUpload } from '../api/upload.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';

/** Accepted types of a logo, as the `accept` of a file field. */
const LOGO_TYPES = 'image/png,image/jpeg,image/webp';
const LOGO_BYTES_MAX = 2_097_152;

/** The user's logo, which visitors of shared links see beside the name. */
export function LogoSetting() {
  const { data, isError, error } = useOperation('settings.get_logo', {});
  if (isError) return <PageError error={error} />;
  if (!data) return <SkeletonRows rows={1} rowClass="flex h-15 items-center max-sm:h-23" />;
  return <LogoForm logo={data.logo} />;
}

function LogoForm({ logo }: { readonly logo: Output<'settings.get_logo'>['logo'] }) {
  const field = useRef<HTMLInputElement>(null);
  const upload = useUpload('settings.set_logo');
  const removing = useChange('settings.remove_logo');
  const [problem, setProblem] = useState<string>();
  const isBusy = upload.isPending || removing.isPending;
  const send = (file: File): void => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal !== undefined) return;
    upload.mutate(file, {
      onSuccess: () => showToast('Logo saved'),
      onError: (error) => setProblem(wordsOf(error)),
    });
  };
  const remove = (): void => {
    setProblem(undefined);
    removing.mutate({ input: {} }, { onError: (error) => setProblem(describeError(error)) });
  };
  return (
    <div className="flex flex-col gap-3">
      {logo && (
        <img
          src={logo.imageUrl}
          alt="Your logo"
          className="h-12 max-w-48 self-start rounded border border-line bg-[#ffffff] object-contain p-1"
        />
      )}
      <p className="text-soft">PNG, JPEG or WebP, up to 2 MB. Sponsors see it on links you share.</p>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => field.current?.click()}>
          {logo ? 'Replace' : 'Upload logo'}
        </Button>
        {logo && (
          <Button disabled={isBusy} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept={LOGO_TYPES}
        hidden
        aria-label="Logo"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) send(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Problems of a file that are known without sending it. */
function refusalOf({ type, size }: File): string | undefined {
  if (!LOGO_TYPES.split(',').includes(type)) return 'The logo must be a PNG, JPEG or WebP image.';
  return size > LOGO_BYTES_MAX ? 'The logo must be 2 MB or smaller.' : undefined;
}

/** For a file that is not an accepted image, the details contain only its type. */
function wordsOf(error: unknown): string {
  return isApiError(error) && error.code === 'UNSUPPORTED_IMAGE' ? error.message : describeError(error);
}
