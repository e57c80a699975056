/** Maximum characters held back while they may become an address. */
const HELD_MAX = 2_048;
/** Characters of text without an address that stay held, because an address may begin in them. */
const BEGINNING_MAX = 64;
/** Where an address begins, for any reader: also one of e-mail, and one of any scheme as the target of a link. */
const BEGINNING =
  /(?:[a-z][a-z0-9+.-]{0,30}:|(?<![\w/\\]))[/\\]{2}|(?:https?|ftp|file|blob|data|javascript|vbscript|mailto|tel|sms):|www\.|[\p{L}\p{N}](?=[\p{L}\p{N}._+-]{0,63}@[\p{L}\p{N}])|(?<=\]\()[a-z][a-z0-9+.-]{0,31}:(?=[^)])|(?<=\]:)[a-z][a-z0-9+.-]{0,31}:(?=[^)]|\)\S)/iu;
/** The beginning of a target without its link. */
const TARGET = /^[a-z][a-z0-9+.-]{0,31}:(?=[^)]|\)\S)/i;
const OPENS_TARGET = /\](?:\(|:)$/;
/** Punctuation after an address that is not part of it. */
const TRAILING = /[)\]}.,;:!?'"*_~`|]{1,16}$/;
const NOTHING = /^[/\\)\]}.,;:!?'"*_~`|]*$/;
/** Escapes that Markdown readers decode; those in the list are not part of any address. */
const ENTITY = /&(?!(?:amp|lt|gt|quot|nbsp);)(?:#\w{1,8}|[a-z]\w{1,31});/i;
const ESCAPED = /\\(?=[!-/:-@[-`{-~])/g;
const SCHEME = /^(?!www\.)[a-z][a-z0-9+.-]*:/i;
/** Schemes that a host follows without `//`. */
const HOSTED = /^(?:https?|ftp|mailto|xmpp):$/i;
const HOST =
  /^[/\\]*(?:[^/?#@\\]*@)?(?:www\.)*(?:\[([\da-f:.]+)\]|([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*))(?=[:/?#\\]|$)/iu;
const HOST_LENGTH = 253;

/** The addresses in a text, letter for letter. */
export function linksIn(text: string): string[] {
  return text.split(/[\s<>]+/).flatMap((run) => {
    const at = run.search(BEGINNING);
    if (at === -1) return [];
    const link = addressAt(run, at);
    return leadsNowhere(link) ? [] : [link];
  });
}

/** Replaces addresses that are not allowed by `[link removed: <host>]` in a streamed text. The output does not depend on how the text is split. */
export function createLinkFilter(isAllowed: (link: string) => boolean): { push(text: string): string; end(): string } {
  /** Characters since the last one that ends every address. */
  let run = '';
  /** The character before them. */
  let before = '';
  /** Whether the run before opens the target of a link, or its definition. */
  let opensTarget = false;
  let isDropping = false;

  const isTarget = (): boolean => opensTarget || before === '<';
  const endRun = (after: string): string => {
    const told = isDropping ? '' : judged(run, { before, after, isTarget: isTarget() }, isAllowed);
    // Tests the output, because a removed link with a colon after it reads as a definition.
    if (run !== '') opensTarget = OPENS_TARGET.test(told);
    run = '';
    isDropping = false;
    before = after;
    return told;
  };
  const grow = (sign: string): string => {
    run += sign;
    if (run.length <= HELD_MAX) return '';
    if (hidesLink(run) || beginningOf(plain(run), isTarget()) !== -1) {
      isDropping = true;
      const at = beginningOf(run, isTarget());
      return at === -1 ? removed('') : run.slice(0, at) + removed(run.slice(at));
    }
    const told = run.slice(0, -BEGINNING_MAX);
    run = run.slice(-BEGINNING_MAX);
    before = '';
    opensTarget = false;
    return told;
  };
  return {
    push(text) {
      let told = '';
      for (const sign of text) {
        if (/[\s<>]/.test(sign)) told += endRun(sign) + sign;
        else if (!isDropping) told += grow(sign);
      }
      return told;
    },
    end: () => endRun(''),
  };
}

function judged(
  run: string,
  { before, after, isTarget }: { readonly before: string; readonly after: string; readonly isTarget: boolean },
  isAllowed: (link: string) => boolean,
): string {
  if (hidesLink(run)) return removed('');
  const at = beginningOf(run, isTarget);
  const isEscaped = plain(run) !== run && beginningOf(plain(run), isTarget) !== -1;
  if (at === -1) return isEscaped ? removed('') : run;
  const link = addressAt(run, at);
  if (leadsNowhere(link) && !isEscaped) return run;
  // In angle brackets, a link's target may contain spaces.
  const isWhole = before !== '<' || after === '>';
  if (isWhole && isAllowed(link) && plain(run.slice(0, at)).search(BEGINNING) === -1) return run;
  return isEscaped ? removed('') : run.slice(0, at) + removed(link) + run.slice(at + link.length);
}

/** Where an address begins in a run, which may be the target of a link; -1 if none does. */
function beginningOf(run: string, isTarget: boolean): number {
  return isTarget && TARGET.test(run) ? 0 : run.search(BEGINNING);
}

/** The address at a position, without the punctuation after it. */
function addressAt(run: string, at: number): string {
  const whole = run.slice(at);
  const link = whole.replace(TRAILING, '');
  return BEGINNING.test(link) || TARGET.test(link) ? link : whole;
}

/** Whether nothing follows the beginning of an address. */
function leadsNowhere(link: string): boolean {
  return NOTHING.test(link.replace(BEGINNING, ''));
}

function hidesLink(run: string): boolean {
  return ENTITY.test(run);
}

/** As Markdown readers see it. */
function plain(run: string): string {
  return run.replaceAll(ESCAPED, '');
}

function removed(link: string): string {
  const host = hostOf(link);
  const isShown = host !== undefined && host.length <= HOST_LENGTH && !BEGINNING.test(host);
  return isShown ? `[link removed: ${host}]` : '[link removed]';
}

function hostOf(link: string): string | undefined {
  const [scheme = ''] = SCHEME.exec(link) ?? [];
  const rest = link.slice(scheme.length);
  const isHosted = scheme === '' || HOSTED.test(scheme) || /^[/\\]{2}/.test(rest);
  const [, address, name] = (isHosted && HOST.exec(rest)) || [];
  return (address ?? name)?.toLowerCase();
}
