import { arch, cpus, freemem, platform, release, totalmem } from 'node:os';
import { type Environment, variableGroups } from '@tapwise/adapters';
import { productVersion } from '@tapwise/domain';
import type { OperatorSection } from '@tapwise/projections/queries';
import type { Finding } from '../finding.ts';
import { anonymousText } from './anonymous-text.ts';
import { folderSizes } from './folder-sizes.ts';
import { recentLines } from './recent-lines.ts';

export interface BundleSources {
  readonly environment: Environment;
  /** What the doctor found on this machine. */
  readonly findings: readonly Finding[];
  /** What an operator looks at; empty where no product has run. */
  readonly sections: readonly OperatorSection[];
  readonly now: Date;
}

/** Variables whose values say nothing about anybody. Of the others only is said that they are set. */
const shownVariables: ReadonlySet<string> = new Set([
  'APPLE_ADS_API',
  'DEMO',
  'INGEST_PORT',
  'LOG_LEVEL',
  'PADDLE_ENVIRONMENT',
  'PORT',
  'PULL_INTERVAL_SECONDS',
  'SQL_PORT',
  'WORKER_GRACE_SECONDS',
]);

/** Shorter values are words like `true`, which occur everywhere. */
const shortestSecret = 6;

/**
 * All that a report about a fault needs, as a text that may be passed on: versions, settings that are set, states of the parts, newest errors,
 * sizes of folders. No values of settings but harmless ones, and nothing about people: what an error says of them is left out.
 */
export function makeBundle({ environment, findings, sections, now }: BundleSources): string {
  const bundle = {
    made_at: now.toISOString(),
    versions: { tapwise: productVersion, node: process.versions.node, v8: process.versions.v8 },
    machine: {
      platform: platform(),
      release: release(),
      arch: arch(),
      processors: cpus().length,
      memory_bytes: totalmem(),
      free_memory_bytes: freemem(),
    },
    settings: settingsOf(environment),
    findings: findings.map(({ what, ok, optional = false }) => ({ what: anonymousText(what), ok, optional })),
    report: sections.map(({ title, findings: lines }) => ({ title, findings: lines })),
    recent_lines: recentLines(environment.DATA_DIR),
    folders: folderSizes(environment.DATA_DIR),
  };
  const clean = valuesRemover(environment);
  const cleaned = (_: string, value: unknown): unknown => (typeof value === 'string' ? clean(value) : value);
  return `${JSON.stringify(bundle, cleaned, 1)}\n`;
}

function settingsOf({ rawVariables }: Environment): Record<string, string> {
  const names = variableGroups.flatMap((group) => Object.keys(group.variables));
  const set = names.filter((name) => rawVariables[name] !== undefined).sort();
  return Object.fromEntries(set.map((name) => [name, shownVariables.has(name) ? (rawVariables[name] ?? '') : 'set']));
}

/** Whatever way the value of a setting came into a text, it does not leave with it. */
function valuesRemover({ rawVariables }: Environment): (text: string) => string {
  const names = variableGroups.flatMap((group) => Object.keys(group.variables));
  const values = names
    .filter((name) => !shownVariables.has(name))
    .map((name) => ({ name, value: rawVariables[name] ?? '' }))
    .filter(({ value }) => value.length >= shortestSecret)
    // A value may be a part of another.
    .sort((a, b) => b.value.length - a.value.length);
  return (text) => values.reduce((result, { name, value }) => result.replaceAll(value, `[${name}]`), text);
}
