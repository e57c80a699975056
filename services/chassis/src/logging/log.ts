import { setTimeout as pause } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { type Logger, pino } from 'pino';
import { AppError } from '../errors/app-error.js';
import { createLogDestination, descriptorTarget, type LogTarget } from './log-destination.js';

export interface Log extends Logger {
  /**
   * Writes one of the lines that are logged for every request. Their fields are fixed and contain no secrets, so building them costs a fifth of a
   * general line.
   */
  line(fields: Readonly<Record<string, string | number | boolean | undefined>>): void;
}

/** Timeout for flushing the last lines of a process, in milliseconds. */
const FLUSH_MS = 1_000;

/** Names whose values are never written, at any depth that log objects have here. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'assertion', 'email', 'image', 'body'];

/**
 * JSON lines, with the ids of the active span, on standard output unless another target is given. Writing never blocks: lines that do not fit on a
 * full disk are counted and dropped. A level unknown to pino becomes `info`, because the startup itself reports invalid settings. Call `flushLog`
 * before the process ends.
 */
export function createLog(service: string, level: string | undefined, target: LogTarget = descriptorTarget(1)): Log {
  const describeLoss = (lines: number): string =>
    JSON.stringify({ level: 'warn', time: new Date().toISOString(), service, msg: 'log lines were dropped', lines });
  const destination = createLogDestination(target, describeLoss);
  const log = pino(
    {
      level: level !== undefined && Object.hasOwn(pino.levels.values, level) ? level : 'info',
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      serializers: { err: describeError },
      mixin: traceIds,
    },
    destination,
  );
  const isOn = log.isLevelEnabled('info');
  const line: Log['line'] = (fields) => {
    if (!isOn) return;
    const time = new Date().toISOString();
    destination.write(`${JSON.stringify({ level: 'info', time, service, ...fields, ...traceIds() })}\n`);
  };
  return Object.assign(log, { line });
}

/** Writes the lines that are still in memory, for at most a second. */
export async function flushLog(log: Log): Promise<void> {
  const over = new AbortController();
  log.flush(() => over.abort());
  await pause(FLUSH_MS, undefined, { signal: over.signal }).catch(() => undefined);
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
