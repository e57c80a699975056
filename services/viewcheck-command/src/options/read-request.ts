import type { RequestInput } from '@svc/evidence/schemas/request';
import { PLATFORM_NAMES } from '@svc/video-pages/addresses/platforms/platform';
import type { OptionValues } from './option-table.js';

/** Reads the request from the options; `file` supplies the rest. */
export function readRequest(values: OptionValues, file: RequestInput): RequestInput {
  const { query, brand, account } = values;
  const codes = values['promo-code'];
  const stated: RequestInput = {
    ...(values['requested-date'] ? { requestedDate: values['requested-date'] } : {}),
    ...(values['requested-date-to'] ? { requestedDateTo: values['requested-date-to'] } : {}),
    ...(codes.length > 0 ? { promoCodes: codes } : {}),
    ...(query ? { query } : {}),
    ...(brand ? { brand: { name: brand } } : {}),
    ...(account ? { account: readAccount(account) } : {}),
  };
  const { promoCode, ...others } = file;
  // Codes from the options replace all codes from the file.
  return { ...others, ...(codes.length === 0 && promoCode !== undefined ? { promoCode } : {}), ...stated };
}

/** Parses `tiktok:@creator`, `@creator`, or the URL of an account page. */
function readAccount(text: string): NonNullable<RequestInput['account']> {
  if (/^https?:\/\//i.test(text)) return { url: text };
  const [, name = '', handle = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const platform = PLATFORM_NAMES.find((each) => each === name.toLowerCase());
  return platform ? { platform, handle } : { handle: text };
}
