import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import { stringify } from 'yaml';

const UNPACKED = join(ROOT, 'node_modules/.cache/promtool');

/**
 * Path of promtool: PROMTOOL_BIN, else the PATH, else unpacked from Debian's package `prometheus`; undefined if none is
 * available.
 */
export function findPromtool(): string | undefined {
  const configured = process.env['PROMTOOL_BIN'];
  if (configured) return configured;
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  if (!existsSync(UNPACKED)) unpackPackage();
  return existsSync(UNPACKED) ? UNPACKED : undefined;
}

/** Unpacks the package without installing it; does nothing without apt. */
function unpackPackage(): void {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  const run = (command: string, ...args: string[]): void =>
    void spawnSync(command, args, { cwd: folder, stdio: 'ignore' });
  try {
    run('apt-get', 'download', 'prometheus');
    const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    if (archive === undefined) return;
    run('dpkg', '-x', archive, 'unpacked');
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
    const temporary = `${UNPACKED}.${process.pid}`;
    copyFileSync(join(folder, 'unpacked/usr/bin/promtool'), temporary);
    renameSync(temporary, UNPACKED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A complete alert in promtool's format. */
export interface ExpectedAlert {
  readonly exp_labels: Readonly<Record<string, string>>;
  readonly exp_annotations: Readonly<Record<string, string>>;
}

export interface RuleTest {
  readonly alert: string;
  /** Values of each series, one per minute, in Prometheus notation: `0+10x60`. */
  readonly series: Readonly<Record<string, string>>;
  /** Evaluation time, such as `30m`. */
  readonly at: string;
  readonly expected: readonly ExpectedAlert[];
}

interface AlertGroup {
  readonly name: string;
  readonly rules: readonly { readonly alert: string }[];
}

/**
 * Runs the rules on synthetic series. Returns promtool's error output, or '' if all is as expected. Each alert is tested
 * with its own rule alone: promtool would evaluate the others at every minute of every test too.
 */
export function testRules(promtool: string, groups: readonly AlertGroup[], tests: readonly RuleTest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    const alerts = Object.entries(Object.groupBy(tests, ({ alert }) => alert));
    for (const [alert, ofAlert = []] of alerts) {
      writeFileSync(join(folder, `${alert}.rules.yaml`), stringify({ groups: groupsOf(groups, alert) }));
      writeFileSync(join(folder, `${alert}.yaml`), stringify(testFile(alert, ofAlert)));
    }
    const files = alerts.map(([alert]) => `${alert}.yaml`);
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function groupsOf(groups: readonly AlertGroup[], alert: string): AlertGroup[] {
  return groups
    .map((group) => ({ ...group, rules: group.rules.filter((rule) => rule.alert === alert) }))
    .filter(({ rules }) => rules.length > 0);
}

function testFile(name: string, tests: readonly RuleTest[]): unknown {
  return {
    rule_files: [`${name}.rules.yaml`],
    evaluation_interval: '1m',
    tests: tests.map(({ alert, series, at, expected }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: expected }],
    })),
  };
}
