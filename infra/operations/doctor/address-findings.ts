import { type Environment, publicIngestUrl } from '@tapwise/adapters';
import type { Finding } from './finding.ts';

const responseTimeoutMs = 5000;

/**
 * Whether apps and the store reach us at the address that Settings shows them, asked from here. Without a product that runs, only how
 * the address is written can be checked.
 */
export async function addressFindings(environment: Environment, runs: boolean): Promise<Finding[]> {
  const url = publicIngestUrl(environment);
  const what = `address for the SDK and the store, ${url}`;
  const { protocol, hostname, pathname, search, hash } = new URL(url);
  const fix = 'export PUBLIC_INGEST_URL=https://… as the outside reaches INGEST_PORT';
  if (search !== '' || hash !== '') return [{ what: `${what}: has a query`, ok: false, fix }];
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  if (environment.DEMO === 'off' && isHere)
    return [{ what: `${what}: only this machine reaches it`, ok: false, optional: true, fix }];
  if (environment.DEMO === 'off' && protocol !== 'https:')
    return [{ what: `${what}: the store wants https`, ok: false, optional: true, fix }];
  if (!runs) return environment.PUBLIC_INGEST_URL === undefined ? [] : [{ what, ok: true, fix: '' }];
  const problem = await problemAt(`${url}/healthz`);
  if (problem === undefined) return [{ what, ok: true, fix: '' }];
  const suffix = pathname === '/' ? '' : ' without its path';
  return [
    {
      what: `${what}: ${problem}`,
      ok: false,
      fix: `let it lead to port ${environment.INGEST_PORT}${suffix}, or ${fix}`,
    },
  ];
}

async function problemAt(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(responseTimeoutMs), redirect: 'manual' });
    const body = (await response.json().catch(() => undefined)) as { status?: unknown } | undefined;
    if (response.ok && body?.status === 'ok') return undefined;
    return `something else answers there (${response.status})`;
  } catch {
    return 'nothing answers there';
  }
}
