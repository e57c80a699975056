import {
  type Address,
  asRead,
  findAddresses,
  hasAddress,
  hidesText,
  leadsNowhere,
  type Place,
  placeAfter,
} from './addresses.js';

/** Maximum characters buffered while they may become an address. */
const HELD_MAX = 2_048;
/** Characters at the end of such text that stay buffered, because an address may begin in them. */
const BEGINNING_MAX = 64;
/** Characters that end every address in text; other spaces do not, because some readers include them. */
const ENDS = /[\p{Cc} <]/u;
/** Characters that end an address in angle brackets, and a target in them, which may contain spaces. */
const ENDS_IN_BRACKETS = /[\p{Cc} <>]/u;
const ENDS_TARGET = /[\n\r<>]/;
const SCHEME = /^(?!www\.)[a-z][a-z0-9+.-]*:/i;
/** Schemes followed by a host even without `//`. */
const HOSTED = /^(?:https?|ftp|mailto|xmpp):$/i;
const HOST =
  /^[/\\]*(?:[^/?#@\\]*@)?(?:www\.)*(?:\[([\da-f:.]+)\]|([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*))(?=[:/?#\\]|$)/iu;
const HOST_LENGTH = 253;

type IsAllowed = (link: string) => boolean;

/**
 * Replaces addresses that are not allowed by `[link removed: <host>]` in a streamed text, in all places where a Markdown reader makes links of them.
 * The output does not depend on how the text is split.
 */
export function createLinkFilter(isAllowed: IsAllowed): { push(text: string): string; end(): string } {
  /** Characters since the last one that ends every address. */
  let run = '';
  /** The character before them. */
  let before = '';
  /** The kind of target that begins after the previous text, if any. */
  let opened: Place | undefined;
  let isDropping = false;

  const ends = (sign: string): boolean => {
    if (sign === '<' && run.endsWith('\\')) return false;
    if (before !== '<') return ENDS.test(sign);
    return (opened ? ENDS_TARGET : ENDS_IN_BRACKETS).test(sign);
  };
  const endRun = (after: string): string => {
    const isBracketed = before === '<' && after === '>';
    const begins = isBracketed ? 'brackets' : before === '<' ? 'text' : (opened ?? 'text');
    const told = isDropping ? '' : judged(run, begins, isAllowed);
    // Checks the output, because a removed link followed by a colon looks like a definition.
    if (run !== '') opened = placeAfter(told);
    run = '';
    isDropping = false;
    before = after;
    return told;
  };
  const grow = (sign: string): string => {
    run += sign;
    if (run.length <= HELD_MAX) return '';
    const begins = opened ?? 'text';
    if (hidesText(run) || hasAddress(asRead(run), begins)) {
      isDropping = true;
      const [{ at, link } = { at: 0, link: '' }] = findAddresses(run, begins);
      return run.slice(0, at) + removed(link);
    }
    const told = run.slice(0, -BEGINNING_MAX);
    run = run.slice(-BEGINNING_MAX);
    before = '';
    opened = placeAfter(told);
    return told;
  };
  return {
    push(text) {
      let told = '';
      for (const sign of text) {
        if (ends(sign)) told += endRun(sign) + sign;
        else if (!isDropping) told += grow(sign);
      }
      return told;
    },
    end: () => endRun(''),
  };
}

/** A run without addresses that are not allowed. */
function judged(run: string, begins: Place, isAllowed: IsAllowed): string {
  if (hidesText(run)) return removed('');
  const read = asRead(run);
  const addresses = findAddresses(run, begins);
  const [first] = addresses;
  if (!first) return hasAddress(read, begins) ? removed('') : run;
  const { at, link } = first;
  const rest = run.slice(at + link.length);
  const hasOthers = hasAddress(asRead(run.slice(0, at)), begins) || hasAddress(asRead(rest));
  const isFine = (each: Address): boolean =>
    asRead(each.link) === each.link && (isAllowed(each.link) || leadsNowhere(each.link));
  // If the brackets contain anything else, the closing one ends only some targets, and no address in text.
  const isMixed = begins === 'brackets' && (at > 0 || /\s/.test(run));
  if (!isMixed && !hasOthers && addresses.every(isFine)) return run;
  if (read !== run) return removed('');
  return run.slice(0, at) + (hasOthers ? removed(run.slice(at)) : removed(link) + rest);
}

function removed(link: string): string {
  const host = hostOf(link);
  const isShown = host !== undefined && host.length <= HOST_LENGTH && !hasAddress(host);
  return isShown ? `[link removed: ${host}]` : '[link removed]';
}

function hostOf(link: string): string | undefined {
  const [scheme = ''] = SCHEME.exec(link) ?? [];
  const rest = link.slice(scheme.length);
  const isHosted = scheme === '' || HOSTED.test(scheme) || /^[/\\]{2}/.test(rest);
  const [, address, name] = (isHosted && HOST.exec(rest)) || [];
  return (address ?? name)?.toLowerCase();
}
