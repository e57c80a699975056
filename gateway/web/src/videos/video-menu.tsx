import { buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { RowIcon } from '../ui/tables/row-icon.js';

interface VideoMenuProps {
  readonly video: { readonly title: string | null; readonly url: string };
  /** False where this user may not. */
  readonly onRecord: false | (() => void);
  readonly onChange: false | ((what: 'edit' | 'delete') => void);
}

/** The actions on one video. */
export function VideoMenu({ video: { title, url }, onRecord, onChange }: VideoMenuProps) {
  return (
    <Menu
      label={`More for ${title ?? url}`}
      className={buttonClass('quiet', 'px-2')}
      items={[
        ...(onRecord ? [{ label: 'Record views…', run: onRecord }] : []),
        ...(onChange
          ? [
              { label: 'Edit…', run: () => onChange('edit') },
              { label: 'Delete…', run: () => onChange('delete'), isDangerous: true },
            ]
          : []),
      ]}
    >
      <RowIcon name="more" />
    </Menu>
  );
}
