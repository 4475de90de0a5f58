import { createPaymentProvider, type Environment, paymentSettings } from '@tapwise/adapters';
import { hasOwnPayments } from '../start/parts.ts';
import type { Finding } from './finding.ts';

const responseTimeoutMs = 10_000;
const optional = true;

/** What payments lack: variables, the same world in all of them, and prices that are those of the plans. */
export async function paymentFindings(environment: Environment): Promise<Finding[]> {
  if (hasOwnPayments(environment)) return [];
  const what = 'payments (buying plans)';
  const isConfigured = Object.keys(environment.rawVariables).some((name) => name.startsWith('PADDLE_'));
  if (!isConfigured)
    return [{ what, ok: false, optional, fix: 'export PADDLE_ENVIRONMENT=… and the others of docs/configuration.md' }];
  const settings = paymentSettings(environment);
  if ('faults' in settings) return settings.faults.map((fault) => ({ what, ok: false, optional, fix: fixOf(fault) }));
  try {
    const faults = await createPaymentProvider(settings).wrongPrices(responseTimeoutMs);
    if (faults.length === 0) return [{ what: `${what}, ${settings.environment}`, ok: true, fix: '' }];
    const fix = 'give it this price at the provider, or name another one';
    return faults.map((fault) => ({ what: `${what}: ${fault}`, ok: false, optional, fix }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const fix = `check PADDLE_API_KEY and that ${settings.apiUrl} can be reached`;
    return [{ what: `${what}: ${why}`, ok: false, optional, fix }];
  }
}

const fixOf = (fault: string): string =>
  fault.endsWith(' is unset') ? `export ${fault.slice(0, -' is unset'.length)}=…` : `${fault}: take both from the same`;
