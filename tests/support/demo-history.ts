import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from './product.ts';
import { settle, simulatorAt } from './truth.ts';

/** Waits until the demo has told its whole history, stops its present, and waits until the tables have everything. */
export async function wholeHistory(product: Product): Promise<void> {
  const simulator = simulatorAt(product.simulatorUrl ?? '');
  await settle(simulator, product.url);
  await simulator.pause(true);
  await settle(simulator, product.url);
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
