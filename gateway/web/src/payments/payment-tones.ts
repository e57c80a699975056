import type { Tone } from '../ui/chip.js';
import type { Payment } from './payment-texts.js';

export const PAYMENT_TONES: Readonly<Record<Payment['status'], Tone>> = {
  expected: 'plain',
  invoiced: 'accent',
  paid: 'good',
  cancelled: 'bad',
};
