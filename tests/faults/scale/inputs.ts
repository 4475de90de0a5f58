import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReplicatedProduct } from '../../replicas/start-replicas.ts';
import type { Tally } from '../../replicas/tally.ts';
import type { OwnApplication } from '../../replicas/traffic/installs.ts';

const usersPerCall = 250;
/** Each of them waits for its call before the next one. */
const importers = 4;
const longestCallMs = 20_000;

export interface ImportOptions {
  readonly product: ReplicatedProduct;
  readonly application: OwnApplication;
  readonly tally: Tally;
  /** Users to import in all. */
  readonly users: number;
  /** The time that is to take; milliseconds. */
  readonly withinMs: number;
}

/** Imports users at a steady pace, each batch until it is acknowledged. @returns their install ids. */
export async function importUsers(options: ImportOptions): Promise<readonly string[]> {
  const { users, withinMs } = options;
  const acknowledged: string[] = [];
  const began = performance.now();
  let begun = 0;
  const importInTurn = async (): Promise<void> => {
    while (begun < users) {
      const ids = Array.from({ length: Math.min(usersPerCall, users - begun) }, () => randomUUID());
      const dueAt = began + (begun / users) * withinMs;
      begun += ids.length;
      await pause(Math.max(0, dueAt - performance.now()));
      await importBatch(options, ids);
      acknowledged.push(...ids);
    }
  };
  await Promise.all(Array.from({ length: importers }, importInTurn));
  return acknowledged;
}

async function importBatch({ product, application, tally }: ImportOptions, ids: readonly string[]): Promise<void> {
  const first_launch_at = new Date(Date.now() - 60_000).toISOString();
  const users = ids.map((install_id) => ({ install_id, first_launch_at, attribution: null }));
  const body = JSON.stringify({ api_key: application.apiKey, users });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${product.importSecret}` };
  for (;;) {
    try {
      const signal = AbortSignal.timeout(longestCallMs);
      const response = await fetch(`${product.ingestUrl}/sdk/v1/users`, { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (response.ok) return;
      if (response.status < 500 && response.status !== 429) {
        tally.fault(`an import: ${response.status} ${text}`);
        return;
      }
    } catch {
      // Nobody knows what of it was recorded; it is sent again.
    }
    tally.count('imports without an acknowledgement');
    await pause(200);
  }
}
