import { setTimeout as pause } from 'node:timers/promises';
import { killPart } from '../support/product/kill-part.ts';
import { eventually } from '../support/product/product.ts';
import { partOf, type Replica, type ReplicatedPart, type ReplicatedProduct } from './start-replicas.ts';

/** A process that was killed, by `performance.now()`. */
export interface Kill {
  readonly replica: Replica;
  readonly part: ReplicatedPart;
  readonly at: number;
  /** When the next kill, or the end of the traffic, came. */
  until: number;
}

/** Kills one process after the other, each when all answer again and some time has passed. */
export async function killOneByOne(
  product: ReplicatedProduct,
  order: readonly Replica[],
  { betweenMs, say }: { betweenMs: number; say: (line: string) => void },
): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const replica of order) {
    await pause(betweenMs);
    await allReady(product);
    const at = performance.now();
    for (const last of kills.slice(-1)) last.until = at;
    kills.push({ replica, part: partOf(replica), at, until: at });
    say(`kill -9 of ${replica}`);
    await killPart(product, replica);
  }
  await pause(betweenMs);
  await allReady(product);
  for (const last of kills.slice(-1)) last.until = performance.now();
  return kills;
}

/** Each process has answered since it was started, and what lies behind the balancers says that it is well. */
async function allReady(product: ReplicatedProduct): Promise<void> {
  const look = async (): Promise<boolean> => {
    const responses = await Promise.all([fetch(`${product.url}/readyz`), fetch(`${product.ingestUrl}/readyz`)]);
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    return product.allAnswer() && responses.every(({ ok }) => ok);
  };
  await eventually(look, (isReady) => isReady, { timeoutMs: 60_000, everyMs: 200 });
}
