import { setTimeout as pause } from 'node:timers/promises';
import { type ReplicatedProduct, replicatedParts } from '../../replicas/start-replicas.ts';
import type { TcpRelay } from '../../support/engines/tcp-relay.ts';
import { killPart } from '../../support/product/kill-part.ts';

/** What lies between parts and engines. */
export interface Relays {
  readonly log: TcpRelay;
  readonly tables: TcpRelay;
}

/** A fault, from its beginning to the moment from which the product may recover. */
export interface FaultKind {
  readonly name: string;
  /**
   * @param number Which of the two processes of a part.
   * @returns from when on the product may recover, by `performance.now()`: from a kill itself on, and from the end of everything that lasts.
   */
  readonly strike: (product: ReplicatedProduct, relays: Relays, number: 1 | 2) => Promise<number>;
}

const shortMs = 3000;
/** Longer than a lease. */
const longMs = 12_000;

async function kill(product: ReplicatedProduct, ...processes: readonly string[]): Promise<number> {
  const killedAt = performance.now();
  await Promise.all(processes.map((name) => killPart(product, name)));
  return killedAt;
}

async function freeze(product: ReplicatedProduct, part: string, ms: number): Promise<number> {
  const pid = product.pid(part);
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return performance.now();
}

const ofParts = replicatedParts.flatMap((part): FaultKind[] => [
  { name: `kill of a ${part}`, strike: (product, _relays, number) => kill(product, `${part}-${number}`) },
  { name: `kill of both ${part}`, strike: (product) => kill(product, `${part}-1`, `${part}-2`) },
  {
    name: `freeze of a ${part}, ${shortMs / 1000} s`,
    strike: (product, _relays, number) => freeze(product, `${part}-${number}`, shortMs),
  },
  {
    name: `freeze of a ${part}, ${longMs / 1000} s`,
    strike: (product, _relays, number) => freeze(product, `${part}-${number}`, longMs),
  },
]);

const ofEngines = (['eventstore', 'clickhouse', 'temporal'] as const).flatMap((engine): FaultKind[] => [
  { name: `kill of ${engine}`, strike: (product) => kill(product, engine) },
  { name: `freeze of ${engine}, ${shortMs / 1000} s`, strike: (product) => freeze(product, engine, shortMs) },
]);

function cut(relay: TcpRelay): number {
  relay.cut();
  return performance.now();
}

const ofNetworks = (['log', 'tables'] as const).flatMap((engine): FaultKind[] => [
  { name: `connections to the ${engine} cut`, strike: async (_product, relays) => cut(relays[engine]) },
  {
    name: `network to the ${engine} silent, ${shortMs / 1000} s`,
    strike: async (_product, relays) => {
      relays[engine].freeze();
      await pause(shortMs);
      return cut(relays[engine]);
    },
  },
  {
    name: `answers of the ${engine} lost, ${shortMs / 1000} s`,
    strike: async (_product, relays) => {
      relays[engine].dropResponses();
      await pause(shortMs);
      return cut(relays[engine]);
    },
  },
]);

/** Every kind of fault of a round. */
export const faultKinds: readonly FaultKind[] = [...ofParts, ...ofEngines, ...ofNetworks];
