import { useMemo } from 'react';
import { useFormats } from '../shell/account.js';
import { PickField, type PickFieldProps } from '../ui/fields/pick-field.js';

/** Common regions for formats; browsers cannot list any. */
const TAGS = (
  'ar-AE ar-EG ar-SA bg-BG bn-BD ca-ES cs-CZ da-DK de-AT de-CH de-DE el-GR en en-AU en-CA en-GB en-IE en-IN en-NZ en-PH en-SG en-US ' +
  'en-ZA es-AR es-CL es-CO es-ES es-MX es-US et-EE fa-IR fi-FI fil-PH fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-CH it-IT ja-JP ' +
  'ko-KR lt-LT lv-LV ms-MY nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE sw-KE ta-IN th-TH tr-TR uk-UA ur-PK ' +
  'vi-VN zh-CN zh-HK zh-TW'
).split(' ');

/** The format of dates and numbers: "de-DE", or "German". */
export function LocaleField(props: Omit<PickFieldProps, 'choices'>) {
  const { regionName } = useFormats();
  const choices = useMemo(
    () =>
      TAGS.map((tag) => ({ id: tag, name: `${regionName(tag)} · ${tag}` })).toSorted((one, other) =>
        one.name < other.name ? -1 : 1,
      ),
    [regionName],
  );
  return <PickField {...props} choices={choices} />;
}
