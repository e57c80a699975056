import { describeSetting } from '@svc/chassis/process/config';
import { SECRET_SETTINGS, type SettingName, SETTINGS } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Invalid and contradictory settings of an installation, one sentence each, which names the setting but no secret. Empty settings count as unset.
 * `ignored` are settings that are not set by the operator.
 */
export function findWrongSettings(environment: Environment, ignored: ReadonlySet<SettingName>): string[] {
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !ignored.has(name));
  const wrong = names.flatMap((name) => describeWrong(name, settings[name]));
  return wrong.length > 0 ? wrong : findContradictions(settings);
}

function describeWrong(name: SettingName, value: string | undefined): string[] {
  if (value === undefined) return [];
  const parsed = SETTINGS[name].safeParse(value, { error: describeSetting });
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  const isSecret = SECRET_SETTINGS.has(name);
  // The path within a secret setting may contain parts of its value.
  const path = isSecret ? [] : (issue?.path ?? []);
  const shown = isSecret || path.length > 0 ? '' : `, not "${value.slice(0, 100)}"`;
  return [`${[name, ...path].join('.')} ${issue?.message ?? 'cannot be used'}${shown}.`];
}

function findContradictions(settings: Environment): string[] {
  const has = (name: SettingName): boolean => settings[name] !== undefined;
  const found: string[] = [];
  const bodyBytesMax = SETTINGS.API_JSON_BODY_LIMIT.parse(settings.API_JSON_BODY_LIMIT);
  for (const name of ['SCREENSHOT_MAX_IMAGE_BYTES', 'SVC_AGENT_MAX_IMAGE_BYTES'] as const) {
    if (has(name) && SETTINGS[name].parse(settings[name]) > bodyBytesMax) {
      found.push(`${name} must not be above API_JSON_BODY_LIMIT, which bounds the requests that images come in.`);
    }
  }
  const s3 = (['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const).filter((name) => !has(name));
  if (s3.length === 1 || s3.length === 2) {
    found.push(`S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY go together, and ${s3.join(' and ')} is missing.`);
  }
  if (has('ADMIN_EMAIL') !== has('ADMIN_PASSWORD')) found.push('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.');
  if (has('SVC_AGENT_APPROVAL_CONFIRM_SECRET') && !has('SVC_AGENT_SERVICE_SECRET')) {
    found.push(
      'SVC_AGENT_APPROVAL_CONFIRM_SECRET has no effect without SVC_AGENT_SERVICE_SECRET: set both, or neither.',
    );
  }
  const keys = SETTINGS.COPILOT_POOL_KEYS_JSON.parse(settings.COPILOT_POOL_KEYS_JSON);
  for (const { id, key } of SETTINGS.COPILOT_FREE_POOL_JSON.parse(settings.COPILOT_FREE_POOL_JSON)) {
    if (key !== undefined && !Object.hasOwn(keys, key))
      found.push(`COPILOT_FREE_POOL_JSON: lane ${id} names a key that COPILOT_POOL_KEYS_JSON lacks.`);
  }
  return found;
}
