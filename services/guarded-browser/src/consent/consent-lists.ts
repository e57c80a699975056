/**
 * Known consent banners. A control is clicked only when it is listed here and does not contain words of acceptance. The texts are those of the tools
 * and platforms in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Turkish, Japanese and Korean.
 */

interface ConsentTool {
  /** All elements that the tool puts over the page, including backdrops. */
  readonly containers: readonly string[];
  /** Its control that rejects everything optional; without one, controls are found by their text. */
  readonly reject: readonly string[];
}

/** Known tools and platforms, by name. Open shadow roots are searched as well. */
const CONSENT_TOOLS: Readonly<Record<string, ConsentTool>> = {
  oneTrust: {
    containers: ['#onetrust-consent-sdk', '#onetrust-banner-sdk', '.onetrust-pc-dark-filter'],
    reject: ['#onetrust-reject-all-handler', '.ot-pc-refuse-all-handler'],
  },
  cookiebot: {
    containers: ['#CybotCookiebotDialog', '#CybotCookiebotDialogBodyUnderlay'],
    reject: ['#CybotCookiebotDialogBodyButtonDecline'],
  },
  didomi: {
    containers: ['#didomi-host'],
    reject: ['#didomi-notice-disagree-button', '.didomi-continue-without-agreeing'],
  },
  usercentrics: {
    containers: ['#usercentrics-root', '#usercentrics-cmp-ui'],
    reject: ['[data-testid="uc-deny-all-button"]', '#deny.uc-deny-button'],
  },
  quantcast: { containers: ['#qc-cmp2-container', '.qc-cmp2-container'], reject: [] },
  sourcepoint: { containers: ['[id^="sp_message_container"]'], reject: ['.sp_choice_type_REJECT_ALL'] },
  trustArc: {
    containers: ['#truste-consent-track', '#consent_blackbar', '.truste_overlay', '.truste_box_overlay'],
    reject: ['#truste-consent-required'],
  },
  osano: { containers: ['.osano-cm-window'], reject: ['.osano-cm-denyAll', '.osano-cm-button--type_denyAll'] },
  cookieYes: { containers: ['.cky-consent-container', '.cky-overlay'], reject: ['.cky-btn-reject'] },
  complianz: { containers: ['#cmplz-cookiebanner-container'], reject: ['.cmplz-btn.cmplz-deny'] },
  cookieConsent: {
    containers: ['#cc-main', '.cc-window', '#cc--main'],
    reject: ['#cc-main [data-role="necessary"]', '.cc-window .cc-deny'],
  },
  klaro: { containers: ['.klaro .cookie-notice', '.klaro .cookie-modal'], reject: ['.klaro .cn-decline'] },
  borlabs: { containers: ['#BorlabsCookieBox'], reject: ['[data-borlabs-cookie-btn-accept-only-essential]'] },
  iubenda: { containers: ['#iubenda-cs-banner'], reject: ['.iubenda-cs-reject-btn'] },
  termly: {
    containers: ['[data-tid="banner"]', '#termly-code-snippet-support'],
    reject: ['[data-tid="banner-decline"]'],
  },
  axeptio: { containers: ['#axeptio_overlay'], reject: ['#axeptio_btn_dismiss'] },
  tarteaucitron: { containers: ['#tarteaucitronRoot'], reject: ['#tarteaucitronAllDenied2', '.tarteaucitronDeny'] },
  fundingChoices: { containers: ['.fc-consent-root'], reject: ['.fc-cta-do-not-consent'] },
  cookieFirst: { containers: ['.cookiefirst-root'], reject: ['[data-cookiefirst-action="reject"]'] },
  youtube: { containers: ['ytd-consent-bump-v2-lightbox', 'ytm-consent-bump-v2-renderer'], reject: [] },
  tiktok: { containers: ['tiktok-cookie-banner', '[data-e2e="cookie-banner"]'], reject: [] },
  meta: { containers: ['[data-testid="cookie-policy-manage-dialog"]'], reject: [] },
  x: { containers: ['[data-testid="BottomBar"]'], reject: [] },
  twitch: {
    containers: ['.consent-banner', '[data-a-target="consent-banner"]'],
    reject: ['[data-a-target="consent-banner-decline"]'],
  },
};

export const CONSENT_CONTAINERS = Object.values(CONSENT_TOOLS).flatMap(({ containers }) => containers);
export const CONSENT_REJECTS = Object.values(CONSENT_TOOLS).flatMap(({ reject }) => reject);

/** Scripts that announce a banner, which appears a little later. */
export const CONSENT_SCRIPTS = [
  'onetrust', 'cookielaw', 'cookiebot', 'didomi', 'usercentrics', 'quantcast', 'privacy-mgmt', 'trustarc', 'osano', 'cookieyes',
  'iubenda', 'termly', 'axept', 'tarteaucitron', 'fundingchoices', 'cookiefirst',
]; // prettier-ignore

/** Whole labels, in lower case, of controls that reject. Outside known containers they count only near words of consent. */
export const REJECT_TEXTS = [
  'reject all', 'reject', 'decline', 'decline all', 'deny', 'deny all', 'refuse all', 'refuse', 'only necessary', 'necessary only',
  'only essential', 'essential only', 'use necessary cookies only', 'only allow essential cookies', 'allow essential cookies only',
  'use essential cookies only', 'accept only necessary', 'accept only essential', 'accept essential only', 'reject non-essential',
  'refuse non-essential cookies', 'reject optional cookies', 'decline optional cookies', 'decline non-essential cookies',
  'reject all cookies', 'continue without accepting', 'do not accept', 'do not consent', 'i do not accept', 'disagree',
  'alle ablehnen', 'ablehnen', 'alles ablehnen', 'nur notwendige', 'nur essenzielle', 'nur notwendige cookies', 'nur erforderliche',
  'nur erforderliche cookies', 'optionale cookies ablehnen', 'nicht erforderliche cookies ablehnen', 'alle cookies ablehnen',
  'weiter ohne einwilligung', 'ohne einwilligung fortfahren', 'nur essenzielle cookies akzeptieren',
  'tout refuser', 'refuser', 'refuser tout', 'continuer sans accepter', 'uniquement les nécessaires', 'cookies essentiels uniquement',
  'refuser les cookies optionnels', 'refuser les cookies non essentiels', 'je refuse', 'interdire tous les cookies',
  'rechazar todo', 'rechazar', 'rechazar todas', 'rechazarlo todo', 'solo necesarias', 'solo las necesarias', 'solo esenciales',
  'rechazar cookies opcionales', 'rechazar las cookies no esenciales', 'continuar sin aceptar', 'denegar', 'rechazar todas las cookies',
  'rifiuta tutto', 'rifiuta', 'rifiuta tutti', 'solo necessari', 'solo i necessari', 'continua senza accettare', 'nega',
  'rifiuta cookie facoltativi', 'rifiuta i cookie non essenziali', 'rifiuta tutti i cookie', 'usa solo i cookie necessari',
  'rejeitar tudo', 'rejeitar', 'rejeitar todos', 'recusar tudo', 'recusar', 'recusar todos', 'apenas necessários', 'somente necessários',
  'apenas essenciais', 'rejeitar cookies opcionais', 'recusar cookies não essenciais', 'recusar cookies opcionais',
  'alles afwijzen', 'alles weigeren', 'weigeren', 'afwijzen', 'alleen noodzakelijke', 'alleen noodzakelijke cookies', 'alle afwijzen',
  'alleen essentiële cookies', 'optionele cookies afwijzen', 'niet-essentiële cookies weigeren', 'doorgaan zonder te accepteren',
  'odrzuć wszystko', 'odrzuć', 'odrzuć wszystkie', 'tylko niezbędne', 'tylko niezbędne pliki cookie', 'odmów', 'odmowa',
  'odrzuć opcjonalne pliki cookie', 'odrzuć nieistotne pliki cookie',
  'avvisa alla', 'neka alla', 'avvisa', 'neka', 'endast nödvändiga', 'bara nödvändiga', 'endast nödvändiga cookies',
  'avvisa valfria cookies', 'avböj valfria cookies', 'avvisa icke-nödvändiga cookies',
  'tümünü reddet', 'reddet', 'hepsini reddet', 'yalnızca gerekli', 'yalnızca gerekli çerezler', 'sadece gerekli çerezler',
  'isteğe bağlı çerezleri reddet', 'zorunlu olmayan çerezleri reddet',
  'すべて拒否', 'すべて拒否する', '拒否', '拒否する', '必須のみ', '必要なもののみ', '必須cookieのみ', '同意しない', '必要なcookieのみ',
  '任意のcookieを拒否', '必須でないcookieを拒否する',
  '모두 거부', '거부', '모두 거절', '필수만', '필수 항목만', '필수 쿠키만', '필수 쿠키만 허용', '동의하지 않음', '선택 쿠키 거부',
]; // prettier-ignore

/** Words, in lower case, of controls that accept; labels in `REJECT_TEXTS` may contain them nevertheless. */
export const ACCEPT_WORDS = [
  'accept', 'agree', 'allow', 'consent', 'got it', 'ok', 'yes', 'akzept', 'zustimm', 'einverstanden', 'erlauben', 'zulassen',
  'accepter', "j'accepte", 'autoriser', 'aceptar', 'acepto', 'permitir', 'accetta', 'accetto', 'consenti', 'aceitar', 'aceito',
  'accepteren', 'akkoord', 'toestaan', 'akceptuj', 'zgadzam', 'zezwól', 'acceptera', 'godkänn', 'tillåt', 'kabul', 'onayla',
  'izin ver', '同意', '許可', '承諾', '동의', '허용', '수락',
]; // prettier-ignore

/** Words, in lower case, that identify a consent box. */
export const CONSENT_WORDS = [
  'cookie', 'consent', 'gdpr', 'your privacy', 'datenschutz', 'confidentialité', 'privacidad', 'privacidade', 'pliki', 'çerez',
  'クッキー', '쿠키',
]; // prettier-ignore

/** Ids, classes and labels of consent boxes of unknown tools. */
export const CONSENT_NAME = 'cookie|consent|gdpr|(?<![a-z])cmp(?![a-z])';
