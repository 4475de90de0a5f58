import { type Environment, openClickHouse, openEventLog } from '@tapwise/adapters';
import { type OperatorSection, operatorReport, type PartState } from '@tapwise/projections/queries';
import { z } from 'zod';
import { engineAddresses } from '../addresses/engine-addresses.ts';

const partSchema = z.object({ status: z.enum(['ok', 'degraded', 'starting', 'down']), detail: z.string() });
const readinessSchema = z.object({ parts: z.record(z.string(), partSchema) });

/** What the product on the configured port says of its parts; `undefined` when none answers. */
export async function runningParts({ HOST, PORT }: Environment): Promise<Record<string, PartState> | undefined> {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  try {
    const response = await fetch(`http://${host}:${PORT}/readyz`, { signal: AbortSignal.timeout(3000) });
    return readinessSchema.parse(await response.json()).parts;
  } catch {
    return undefined;
  }
}

/**
 * What an operator looks at. A part that does not answer is a finding, so that this can be asked when only some of the product runs.
 * @returns nothing where no product has run.
 */
export async function readReport(
  environment: Environment,
  parts: Readonly<Record<string, PartState>> | undefined,
): Promise<OperatorSection[]> {
  const addresses = addressesOf(environment);
  if (addresses === undefined) return [];
  const log = openEventLog(addresses.EVENTSTORE_URL);
  const client = openClickHouse(addresses.CLICKHOUSE_URL);
  try {
    return await operatorReport({ log, client, parts, now: Date.now() });
  } finally {
    // A read that gets no answer keeps them from closing.
    void log.close();
    void client.close();
  }
}

function addressesOf(environment: Environment): ReturnType<typeof engineAddresses> | undefined {
  try {
    return engineAddresses(environment);
  } catch {
    return undefined;
  }
}
