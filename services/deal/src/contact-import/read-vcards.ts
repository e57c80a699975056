import { setImmediate } from 'node:timers/promises';
import { invalidInput } from '@svc/chassis/errors/app-error';
import ICAL from 'ical.js';
import type { Handle } from '../contacts/contact.js';
import { NO_TEXT, ROWS_MAX, type RowText } from './file-row.js';
import { readHandle } from './handle-text.js';

/** Cards that are read before other calls get their turn: each takes some 30 microseconds. */
const CARDS_AT_ONCE = 500;

/** The cards of a vCard 3 or 4 file. A card that cannot be read is a row that says so. Throws `invalid_input` for none at all. */
export async function readVcards(text: string): Promise<RowText[]> {
  const cards = text.match(/^BEGIN:VCARD\s*$[\s\S]*?^END:VCARD\s*$/gim) ?? [];
  if (cards.length === 0) throw invalidInput('content', 'There is no vCard in the file.');
  if (cards.length > ROWS_MAX) throw invalidInput('content', `At most ${ROWS_MAX} cards at once.`);
  const rows: RowText[] = [];
  for (const [index, card] of cards.entries()) {
    if (index % CARDS_AT_ONCE === CARDS_AT_ONCE - 1) await setImmediate();
    rows.push(readCard(card.trim()));
  }
  return rows;
}

function readCard(card: string): RowText {
  let component: ICAL.Component;
  try {
    component = new ICAL.Component(ICAL.parse(card) as unknown[]);
  } catch {
    return { ...NO_TEXT, problems: ['The card cannot be read. Export it as vCard 3.0 or 4.0.'] };
  }
  const first = (name: string): string => texts(component, name)[0] ?? '';
  const [lastName = '', firstName = ''] = components(component, 'n');
  return {
    ...NO_TEXT,
    name: first('fn') || `${firstName} ${lastName}`,
    email: first('email'),
    phone: first('tel').replace(/^tel:/i, ''),
    company: components(component, 'org')[0] ?? '',
    notes: texts(component, 'note').join('\n\n'),
    tags: texts(component, 'categories'),
    handles: handlesOf(component),
  };
}

/** Profiles stand in X-SOCIALPROFILE (or SOCIALPROFILE, RFC 9554), in properties of a platform's own, and among the addresses. */
function handlesOf(component: ICAL.Component): Handle[] {
  return component.getAllProperties().flatMap((property): Handle[] => {
    const { name } = property;
    const isProfile = name === 'x-socialprofile' || name === 'socialprofile';
    const ownPlatform = /^x-(youtube|tiktok|instagram|twitter|facebook|twitch)$/.exec(name)?.[1];
    if (!isProfile && name !== 'url' && ownPlatform === undefined) return [];
    const named = isProfile
      ? (property.getFirstParameter('type') ?? property.getFirstParameter('service-type'))
      : ownPlatform;
    const platform = named?.toLowerCase().replace(/^twitter$/, 'x') ?? null;
    return valuesOf(property).flatMap((value) => readHandle(value, platform) ?? []);
  });
}

/** The filled values of all properties of the name. */
function texts(component: ICAL.Component, name: string): string[] {
  return component.getAllProperties(name).flatMap(valuesOf);
}

/** The parts of the first property of the name, such as family and given name. */
function components(component: ICAL.Component, name: string): string[] {
  const value: unknown = component.getFirstProperty(name)?.getFirstValue();
  return (Array.isArray(value) ? value : [value]).map((part) => (typeof part === 'string' ? part.trim() : ''));
}

function valuesOf(property: ICAL.Property): string[] {
  const values: unknown[] = property.getValues();
  return values
    .filter((value) => typeof value === 'string' && value.trim() !== '')
    .map((value) => String(value).trim());
}
