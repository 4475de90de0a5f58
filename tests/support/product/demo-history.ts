import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type Product } from './product.ts';
import { simulatorAt } from './truth.ts';

/** Waits until the demo has sent its whole history, stops its present, and waits until the tables have everything. */
export async function wholeHistory(product: Product): Promise<void> {
  const simulator = simulatorAt(product.simulatorUrl ?? '');
  await eventually(simulator.status, ({ history_done }) => history_done, { timeoutMs: 400_000, everyMs: 1000 });
  await simulator.pause(true);
  const ready = async () =>
    (await fetch(`${product.url}/readyz`)).json() as Promise<{ parts: { projections?: { lag_events?: number } } }>;
  await eventually(ready, ({ parts }) => parts.projections?.lag_events === 0, { timeoutMs: 60_000 });
}

/** Addresses of the embedded engines of a running product, read from their logs. */
export function engineAddresses(product: Product): { EVENTSTORE_URL: string; CLICKHOUSE_URL: string } {
  const port = (part: string) =>
    /LISTENING (\d+)/.exec(readFileSync(join(product.dataDir, 'log', `${part}.log`), 'utf8'))?.[1];
  return {
    EVENTSTORE_URL: `esdb://127.0.0.1:${port('eventstore')}?tls=false`,
    CLICKHOUSE_URL: `http://default:@127.0.0.1:${port('clickhouse')}/tapwise`,
  };
}
