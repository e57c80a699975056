import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { AppError } from './errors/app-error.js';

export interface Log extends Logger {
  /**
   * Writes one of the lines that every request leaves. These have fixed fields and no secrets among them, so they are put together
   * here, at a fifth of what a general line costs.
   */
  line(fields: Readonly<Record<string, string | number | boolean | undefined>>): void;
}

/** Names under which no value is ever written, at any of the depths that log objects have here. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'assertion', 'email', 'image', 'body'];

/**
 * JSON lines on standard output, with the ids of the active span. Lines are written in blocks of 4 KiB or after 200 ms, because
 * a write per line costs more than the line. Call `flushLog` before the process ends.
 */
export function createLog(service: string, level: string): Log {
  const destination = pino.destination({ sync: false, minLength: 4_096 });
  const log = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      serializers: { err: describeError },
      mixin: traceIds,
    },
    destination,
  );
  setInterval(() => destination.flush(), 200).unref();
  const isOn = log.isLevelEnabled('info');
  const line: Log['line'] = (fields) => {
    if (!isOn) return;
    const time = new Date().toISOString();
    destination.write(`${JSON.stringify({ level: 'info', time, service, ...fields, ...traceIds() })}\n`);
  };
  return Object.assign(log, { line });
}

/** Writes what is still in memory. */
export function flushLog(log: Log): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()));
}

function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}

/** Type, code, message and stack along the causes; never a driver's `detail`, which quotes values of rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    ...('code' in error ? { code: String(error.code) } : {}),
    message: error.message,
    ...(error instanceof AppError ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
