import { metrics } from '@opentelemetry/api';
import { AppError } from '@svc/chassis/errors/app-error';

const operations = metrics.getMeter('svc').createHistogram('svc.objects.operation.duration', {
  unit: 's',
  description: 'Operations on the object store; a read ends when the first bytes arrive',
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
});

/** Measures a store operation; `action` comes from a closed list. */
export async function measureStoreOperation<T>(action: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const record = (failure?: string): void =>
    operations.record((performance.now() - startedAt) / 1_000, {
      'svc.objects.operation': action,
      ...(failure === undefined ? {} : { 'error.type': failure }),
    });
  try {
    const result = await work();
    record();
    return result;
  } catch (error) {
    record(error instanceof AppError ? error.code : '_OTHER');
    throw error;
  }
}
