import { Chip, type Tone } from '../ui/chip.js';
import { type DealStatus, STATUS_NAMES } from './deal-texts.js';

const TONES: Readonly<Record<DealStatus, Tone>> = {
  draft: 'plain',
  active: 'accent',
  completed: 'good',
  cancelled: 'bad',
};

export function StatusChip({ status }: { readonly status: DealStatus }) {
  return <Chip tone={TONES[status]}>{STATUS_NAMES[status]}</Chip>;
}
