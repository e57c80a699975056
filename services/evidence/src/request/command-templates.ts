import { shortText } from '../candidates/page-text.js';
import type { DueViewRow } from '../schemas/prior-rows.js';
import type { CommandTemplate, ReadinessCatalog } from '../schemas/readiness.js';
import type { EvidenceRequest } from './read-request.js';
import { shellQuote } from './shell-quote.js';

const COMMAND = ['npm', 'run', '-s', 'viewcheck', '--'];
const DATE_TO_FILL = '<YYYY-MM-DD>';

type Option = readonly [name: string, value: string];

/** Returns commands for the request, or templates with placeholders. */
export function commandTemplates(request: EvidenceRequest, dueViews: readonly DueViewRow[]): CommandTemplate[] {
  const isReady = request.missing.length === 0;
  const date = dateOptions(request);
  const anchors = anchorOptions(request);
  if (isReady) {
    const shared = [...date, ...anchors];
    const ids = { promoCode: 'preflight_promo', query: 'preflight_query', account: 'preflight_account' } as const;
    const [first = 'promoCode'] = request.anchors;
    const isFindable = request.account?.url != null;
    return [
      template(ids[first], 'preflight', shared),
      ...(isFindable
        ? [template('preflight_discover', 'preflight', shared, ['--discover-candidates', '--from-plan-targets'])]
        : []),
    ];
  }
  const due = dueViews.map((row, index) => dueTemplate(row, `preflight_due_view_${index + 1}`));
  if (due.length > 0) return due;
  if (anchors.length > 0) return [template('preflight', 'preflight', [...date, ...anchors])];
  return [
    template('preflight_promo', 'preflight', [...date, ['--promo-code', '<CODE>']]),
    template('preflight_query', 'preflight', [...date, ['--query', '<WORDS>']]),
    template('preflight_account', 'preflight', [...date, ['--account', '<ACCOUNT>']]),
  ];
}

function dueTemplate({ postDate, promoCode, videoUrl }: DueViewRow, id: string): CommandTemplate {
  const url = shortText(videoUrl);
  return template(id, 'preflight', [
    ['--requested-date', shortText(postDate) ?? DATE_TO_FILL],
    ['--promo-code', shortText(promoCode) ?? '<CODE>'],
    ...(url === null ? [] : [['--url', url] as const]),
    ['--workflow', 'view_check'],
  ]);
}

/** Lists every way to run the command, with the request's values. */
export function readinessCatalog(request: EvidenceRequest): ReadinessCatalog {
  const anchors = anchorOptions(request);
  const asked: readonly Option[] = [
    ...dateOptions(request),
    ...(anchors.length > 0 ? anchors : [['--promo-code', '<CODE>'] as const]),
  ];
  const command = (
    id: string,
    flags: readonly string[],
    more: { readonly opensPages?: boolean; readonly needsToken?: boolean; readonly mayCreate?: readonly string[] } = {},
    verb: 'preflight' | 'collect' = 'preflight',
  ): ReadinessCatalog['commands'][number] => ({
    ...template(id, verb, flags.includes('--mock') ? [] : asked, flags),
    opensPages: more.opensPages ?? false,
    needsToken: more.needsToken ?? false,
    mayCreate: [...(more.mayCreate ?? [])],
    liveWrites: false,
  });
  const pages = { opensPages: true };
  return {
    nativeAutomationFormat: 'svc-native-automation-catalog-v1',
    commands: [
      command('preflight_mock', ['--mock']),
      command('preflight_explicit', ['--url', '<VIDEO-URL>']),
      command('preflight_due_views', ['--from-due-views'], { needsToken: true }),
      command('preflight_discover', ['--url', '<PAGE-URL>', '--discover-candidates'], pages),
      command('preflight_plan_targets', ['--discover-candidates', '--from-plan-targets'], pages),
      command('preflight_enrich', ['--url', '<VIDEO-URL>', '--enrich-discovered-candidates'], pages),
      command('preflight_capture', ['--url', '<VIDEO-URL>', '--capture-proof'], {
        needsToken: true,
        mayCreate: ['screenshot'],
      }),
      command('preflight_candidate_json', ['--candidate-json', '<FILE>']),
      command('collect', ['--discover-candidates', '--from-plan-targets'], pages, 'collect'),
    ],
  };
}

function dateOptions({ days }: EvidenceRequest): Option[] {
  if (!days) return [['--requested-date', DATE_TO_FILL]];
  const to: Option[] = days.to === days.from ? [] : [['--requested-date-to', days.to]];
  return [['--requested-date', days.from], ...to];
}

function anchorOptions({ promoCodes, query, account, brands, anchors }: EvidenceRequest): Option[] {
  const [brand] = brands;
  const named =
    account && (account.handle === null ? account.url : [account.platform, account.handle].filter(Boolean).join(':'));
  return [
    ...promoCodes.map((code): Option => ['--promo-code', code]),
    ...(query !== null && anchors.includes('query') ? [['--query', query] as const] : []),
    ...(named ? [['--account', named] as const] : []),
    ...(brand === undefined ? [] : [['--brand', brand] as const]),
  ];
}

function template(
  id: string,
  verb: 'preflight' | 'collect',
  options: readonly Option[],
  flags: readonly string[] = [],
): CommandTemplate {
  // Joins a value that looks like an option to its option's name, so that it is not parsed as one.
  const optionArguments = options.flatMap(([name, value]) =>
    value.startsWith('-') ? [`${name}=${value}`] : [name, value],
  );
  const argv = [...COMMAND, verb, ...optionArguments, ...flags];
  return { id, argv, command: shellQuote(argv) };
}
