import { useChange } from '../api/queries.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';

/** Captures a page with a browser of the product. */
export function CaptureDialog({ onClose }: { readonly onClose: () => void }) {
  const capturing = useChange('screenshots.capture');
  return (
    <Dialog title="Capture page" isOpen onClose={onClose}>
      <RecordForm
        action={capturing.isPending ? 'Capturing…' : 'Capture'}
        fields={['sourceUrl']}
        onCancel={onClose}
        submit={async (form) => {
          const captured = await capturing.mutateAsync({ input: { sourceUrl: textOf(form, 'sourceUrl') } });
          showToast('image' in captured ? 'Page captured' : 'Capturing the page. It will show up in the list.');
          onClose();
        }}
      >
        {(errorAt) => (
          <TextField
            label="Page URL"
            name="sourceUrl"
            type="url"
            required
            autoFocus
            maxLength={2_000}
            placeholder="https://"
            error={errorAt('sourceUrl')}
            hint="A public page, such as a video's. This takes up to 15 seconds."
          />
        )}
      </RecordForm>
    </Dialog>
  );
}
