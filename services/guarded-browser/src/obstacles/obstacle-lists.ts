/** URLs, without scheme, at which platforms require sign-in instead of showing the page. */
export const LOGIN_ADDRESSES: readonly RegExp[] = [
  /^(?:www\.)?instagram\.com\/accounts\/(?:login|signup|emailsignup)/,
  /^(?:[a-z-]+\.)?facebook\.com\/(?:login|checkpoint|cookie\/consent_prompt|r\.php|privacy\/consent)/,
  /^(?:www\.|m\.)?tiktok\.com\/(?:login|signup)/,
  /^(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:i\/flow\/(?:login|signup)|login|account\/access)/,
  /^accounts\.google\.com\//,
  /^(?:www\.|m\.|id\.)?twitch\.tv\/(?:login|signup)/,
];

/** URLs of human-verification challenges. */
export const CHALLENGE_ADDRESSES: readonly RegExp[] = [
  /^(?:www\.)?google\.[a-z.]{2,6}\/sorry\//,
  /^(?:www\.)?instagram\.com\/challenge/,
  /\/cdn-cgi\/challenge-platform\//,
];

/** Elements found only on challenge pages. */
export const CHALLENGE_ELEMENTS = [
  '#challenge-form',
  '#challenge-running',
  '#challenge-error-text',
  '#cf-challenge-running',
  '#cf-wrapper #challenge-stage',
  'script[src*="/cdn-cgi/challenge-platform/h/"][src*="/orchestrate/"]',
  '#px-captcha',
  'iframe[src*="geo.captcha-delivery.com"]',
  '#captcha-form[action*="CaptchaRedirect"]',
  '#ak-challenge, #sec-if-cpt-container',
  '.captcha-verify-container, #captcha_container .captcha_verify_container',
];

/** Widgets that also occur in ordinary forms: they count only on a page without other content. */
export const CHALLENGE_WIDGETS = [
  'iframe[src*="hcaptcha.com"]',
  '.h-captcha',
  'iframe[src*="recaptcha"]',
  '.g-recaptcha',
  'iframe[src*="challenges.cloudflare.com"]',
  '.cf-turnstile',
  'iframe[src*="arkoselabs.com"]',
];

/** Phrases, in lower case, on otherwise empty challenge pages. */
export const CHALLENGE_PHRASES = [
  'unusual traffic',
  'checking your browser',
  'checking if the site connection is secure',
  'verify you are human',
  'verifying you are human',
  'verify that you are human',
  'confirm you are human',
  'are you a robot',
  "i'm not a robot",
  'enable javascript and cookies to continue',
  'press & hold',
];

/** Maximum characters of visible text on a nearly empty page. */
export const LITTLE_TEXT = 1_500;
