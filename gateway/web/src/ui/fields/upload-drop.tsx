import { describeError } from '../../api/api-error.js';
import type { Upload } from '../../api/upload.js';
import { Notice } from '../notice.js';
import { Progress } from '../progress.js';
import { FileDrop, type FileDropProps } from './file-drop.js';

interface UploadDropProps extends Omit<FileDropProps, 'onFile'> {
  readonly upload: Upload;
  readonly onFile: (file: File) => void;
}

/** Uploads a file with a progress bar; its error appears above. */
export function UploadDrop({ upload, ...drop }: UploadDropProps) {
  const { isPending, isError, error, share } = upload;
  const percent = Math.floor(share * 100);
  return (
    <div className="flex flex-col gap-4">
      {isError && <Notice tone="bad">{describeError(error)}</Notice>}
      {isPending ? (
        <Notice>
          {share < 1 ? 'Uploading… ' : 'Uploaded. Processing…'}
          {share < 1 && <span aria-hidden>{percent} %</span>}
          <Progress label="Uploaded" value={percent} max={100} />
        </Notice>
      ) : (
        <FileDrop {...drop} />
      )}
    </div>
  );
}
