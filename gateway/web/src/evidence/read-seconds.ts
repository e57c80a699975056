import { asciiDigits } from '../ui/parsing/ascii-digits.js';

/** A typed moment of a video: its second, or why it is invalid. */
export type ReadSeconds = { readonly seconds: number } | { readonly problem: string };

/** Longest video in which a moment can be named. */
const SECONDS_MAX = 86_400;

const CLOCK = /^(?:(?<hours>\d{1,2}):(?=\d{2}:))?(?<minutes>\d{1,3}):(?<seconds>[0-5]\d)$/;
const SPELLED = /^(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,3})m)?(?:(?<seconds>\d{1,5})s)?$/;

/** Reads `1:24`, `1:02:03`, `1m24s` and `84`, in digits of any script. */
export function readSeconds(typed: string): ReadSeconds {
  const text = asciiDigits(typed.normalize('NFKC'))
    .replaceAll(/\p{Cf}|\s/gu, '')
    .toLowerCase();
  if (text === '') return { problem: 'Enter the moment, such as 1:24.' };
  if (/^\d{1,5}$/.test(text)) return bounded(Number(text));
  const parts = (CLOCK.exec(text) ?? SPELLED.exec(text))?.groups;
  if (!parts) return { problem: 'Enter a moment like 1:24.' };
  const { hours = '0', minutes = '0', seconds = '0' } = parts;
  return bounded(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
}

function bounded(seconds: number): ReadSeconds {
  return seconds > SECONDS_MAX ? { problem: 'A video lasts at most 24 hours.' } : { seconds };
}

/** A moment of a video as players show it: `1:24`, `1:02:03`. Parts of a second are left out. */
export function showSeconds(moment: number): string {
  const whole = Math.floor(moment);
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const shownSeconds = String(seconds).padStart(2, '0');
  return hours === 0 ? `${minutes}:${shownSeconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${shownSeconds}`;
}
