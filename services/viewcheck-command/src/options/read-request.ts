import type { RequestInput } from '@svc/evidence/schemas/request';
import { PLATFORM_NAMES } from '@svc/video-pages/addresses/platforms/platform';
import type { OptionValues } from './option-table.js';

/** The request from the options; `file` provides the rest. */
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
  // Codes of the options replace all codes of the file.
  return { ...others, ...(codes.length === 0 && promoCode !== undefined ? { promoCode } : {}), ...stated };
}

/** `tiktok:@creator`, `@creator`, or the address of an account's page. */
function readAccount(text: string): NonNullable<RequestInput['account']> {
  if (/^https?:\/\//i.test(text)) return { url: text };
  const [, name = '', handle = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const platform = PLATFORM_NAMES.find((each) => each === name.toLowerCase());
  return platform ? { platform, handle } : { handle: text };
}
