export interface BulkResult {
  readonly id: string;
  readonly outcome: 'done' | 'unchanged' | 'failed';
  readonly message?: string | undefined;
}

/** Maximum reasons. */
const REASONS_MAX = 3;

/** Failed records. */
export function failedIds(results: readonly BulkResult[]): readonly string[] {
  return results.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
}

/** Such as "18 changed, 2 couldn't be changed: …", with each reason once. `done` is the past participle of the action. */
export function describeResults(
  results: readonly BulkResult[],
  done: 'changed' | 'deleted',
  count: (value: number) => string,
): string {
  const numberOf = (wanted: BulkResult['outcome']): number =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const failed = numberOf('failed');
  const parts = [
    numberOf('done') > 0 && `${count(numberOf('done'))} ${done}`,
    numberOf('unchanged') > 0 && `${count(numberOf('unchanged'))} unchanged`,
    failed > 0 && `${count(failed)} couldn't be ${done}`,
  ].filter((part) => part !== false);
  const reasons = new Set(results.flatMap(({ outcome, message }) => (outcome === 'failed' && message) || []));
  const reasonText = [...reasons].slice(0, REASONS_MAX).join(' ');
  return reasonText === '' ? `${parts.join(', ')}.` : `${parts.join(', ')}: ${reasonText}`;
}
