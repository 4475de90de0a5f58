import { z } from 'zod';

const entries = (list: string): string[] => list.split(',').map((entry) => entry.trim());

/** Addresses that customers may name although they are not public: `host:port`, as spelt. */
export const outboundTargetsField = z
  .string()
  .default('')
  .transform((list) => entries(list).filter((entry) => entry !== ''))
  .refine(
    (targets) => targets.every((target) => /^[^/@\s]+:\d{1,5}$/.test(target)),
    'only host:port, separated by commas',
  );

/** Pauses between attempts of one delivery, in seconds. */
export const retrySecondsField = z
  .string()
  .transform((list) => entries(list).map(Number))
  .refine((pauses) => pauses.every((pause) => pause > 0 && pause <= 86_400), 'only seconds, 1 day at most, with commas')
  .optional();

interface OutboundSettings {
  readonly DEMO: 'on' | 'off';
  readonly OUTBOUND_TEST_TARGETS: readonly string[];
  readonly WEBHOOK_RETRY_SECONDS?: readonly number[] | undefined;
}

/** Variables that hold addresses of Apple. */
export const appleAddresses = [
  'APPLE_ADS_API_URL',
  'APPLE_ADS_V1_URL',
  'APPLE_ADS_TOKEN_URL',
  'ADSERVICES_URL',
  'APP_STORE_CONNECT_URL',
  'APP_STORE_LOOKUP_URL',
] as const;

/**
 * What speaks against these settings: addresses that are not public may be called only where nothing real is within reach. The demo's
 * own addresses are the simulator's.
 * @returns one sentence for each fault.
 */
export function outboundFaults(
  settings: OutboundSettings,
  rawVariables: Readonly<Record<string, string | undefined>>,
): string[] {
  const { DEMO, OUTBOUND_TEST_TARGETS: targets, WEBHOOK_RETRY_SECONDS: pauses } = settings;
  const demo = DEMO === 'on';
  const faults: string[] = [];
  if (pauses !== undefined && targets.length === 0 && !demo) {
    faults.push('WEBHOOK_RETRY_SECONDS: only with OUTBOUND_TEST_TARGETS, or in the demo');
  }
  if (targets.length === 0) return faults;
  const values = settings as unknown as Readonly<Record<string, string>>;
  const real = appleAddresses.filter(
    (name) => !isLoopback((demo ? rawVariables[name] : values[name]) ?? (demo ? 'http://[::1]' : '')),
  );
  if (real.length > 0)
    faults.push(`OUTBOUND_TEST_TARGETS: only where these are loopback addresses: ${real.join(', ')}`);
  return faults;
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
