import { Counter } from 'prom-client';
import { metricsRegistry } from './metrics.ts';

/** Versions that are counted by name: anybody may send any text. */
const mostVersions = 50;
const versionPattern = /^\d{1,3}(\.\d{1,3}){1,3}$/;

const calls = new Counter({
  name: 'tapwise_sdk_calls_total',
  help: 'Installs that apps reported, by the version of their SDK, the status of the answer and whether they sent a token.',
  labelNames: ['version', 'status', 'token'],
  registers: [metricsRegistry],
});
const versions = new Set<string>();

/** Counts a call that reported an install, in the figures of this process. @param body As it came, whatever it holds. */
export function countSdkCall(body: unknown, status: number): void {
  const { sdk_version, attribution_token } = (body ?? {}) as { sdk_version?: unknown; attribution_token?: unknown };
  const token = typeof attribution_token === 'string' && attribution_token !== '' ? 'sent' : 'missing';
  calls.inc({ version: versionLabel(sdk_version), status: String(status), token });
}

function versionLabel(version: unknown): string {
  if (version === undefined || version === null || version === '') return 'none';
  if (typeof version !== 'string' || !versionPattern.test(version)) return 'other';
  if (!versions.has(version) && versions.size >= mostVersions) return 'other';
  versions.add(version);
  return version;
}
