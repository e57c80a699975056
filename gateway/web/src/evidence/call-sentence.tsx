import type { Input } from '../api/operations.js';
import { useFormats } from '../shell/account.js';
import { shortUrl } from '../ui/short-url.js';
import type { ProposedCall } from './evidence-types.js';
import { showSeconds } from './read-seconds.js';

type Import = Partial<Input<'deals.bulk_add_view_checks'>>;
type AddViewLog = Partial<Input<'deals.add_view_log'>>;

/** Words for the missing input of a call. */
const MISSING: Readonly<Record<string, string>> = {
  postDate: 'the day on which it was posted',
  dealId: 'its deal',
  videoId: 'its video in the deal',
  value: 'the count',
  sourceUrl: 'the address',
  screenshotId: 'a saved screenshot',
  observedPromoAtSeconds: 'the moment',
};

/** Links without a code go to the deal that has one of them. */
const isOptional = (name: string): boolean => name.endsWith('.promoCode');

export function isComplete({ missingArguments }: ProposedCall): boolean {
  return missingArguments.every(isOptional);
}

/** The effect of a call, in words. */
export function CallSentence({ call }: { readonly call: ProposedCall }) {
  const missing = call.missingArguments.filter((name) => !isOptional(name));
  return (
    <>
      {call.operation === 'deals.add_view_log' ? (
        <ViewCountSentence {...call.arguments} />
      ) : (
        <ImportSentence {...call.arguments} />
      )}
      {missing.length > 0 && (
        <p className="text-warn">It needs {missing.map((name) => MISSING[name] ?? name).join(', ')}.</p>
      )}
    </>
  );
}

function ViewCountSentence({ value, sourceUrl, observedPromoAtSeconds, screenshotId, checkedAt }: AddViewLog) {
  const { count, time } = useFormats();
  return (
    <p>
      Add a view count of <strong className="font-medium">{value === undefined ? '?' : count(value)}</strong> to{' '}
      <bdi>{shortUrl(sourceUrl ?? '')}</bdi>
      {typeof observedPromoAtSeconds === 'number' && `, promotion at ${showSeconds(observedPromoAtSeconds)}`}
      {screenshotId && ', with its screenshot'}
      {checkedAt && `, as of ${time(checkedAt)}`}.
    </p>
  );
}

function ImportSentence({ postDate, collections = [] }: Import) {
  const { day } = useFormats();
  return (
    <>
      {collections.map(({ urls, promoCode }, index) => (
        <div key={index}>
          <p>
            Import {urls.length === 1 ? 'a video' : `${urls.length} videos`}
            {postDate && ` posted on ${day(postDate)}`},{' '}
            {promoCode ? (
              <>
                under <bdi className="font-mono text-[13px]">{promoCode}</bdi>
              </>
            ) : (
              'into the deal that has it'
            )}
            . View counts come next.
          </p>
          <ul className="text-[13px] text-soft">
            {urls.map((url) => (
              <li key={url}>
                <bdi>{shortUrl(url)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
