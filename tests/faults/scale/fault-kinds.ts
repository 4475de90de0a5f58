import { setTimeout as pause } from 'node:timers/promises';
import { type ReplicatedPart, type ReplicatedProduct, replicatedParts } from '../../replicas/start-replicas.ts';
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
  /** @param number Which of the two processes of a part. */
  readonly strike: (product: ReplicatedProduct, relays: Relays, number: 1 | 2) => Promise<void>;
}

const shortMs = 3000;
/** Longer than a lease. */
const longMs = 12_000;

async function freeze(product: ReplicatedProduct, processes: readonly string[], ms: number): Promise<void> {
  const pids = processes.map((name) => product.pid(name));
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await pause(ms);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

const both = (part: ReplicatedPart): string[] => [`${part}-1`, `${part}-2`];

const ofParts = replicatedParts.flatMap((part): FaultKind[] => [
  { name: `kill of a ${part}`, strike: (product, _relays, number) => killPart(product, `${part}-${number}`) },
  {
    name: `kill of both ${part}`,
    strike: async (product) => {
      await Promise.all(both(part).map((name) => killPart(product, name)));
    },
  },
  {
    name: `freeze of a ${part}, ${shortMs / 1000} s`,
    strike: (product, _relays, number) => freeze(product, [`${part}-${number}`], shortMs),
  },
  {
    name: `freeze of a ${part}, ${longMs / 1000} s`,
    strike: (product, _relays, number) => freeze(product, [`${part}-${number}`], longMs),
  },
]);

const ofEngines = (['eventstore', 'clickhouse', 'temporal'] as const).flatMap((engine): FaultKind[] => [
  { name: `kill of ${engine}`, strike: (product) => killPart(product, engine) },
  { name: `freeze of ${engine}, ${shortMs / 1000} s`, strike: (product) => freeze(product, [engine], shortMs) },
]);

const ofNetworks = (['log', 'tables'] as const).flatMap((engine): FaultKind[] => [
  { name: `connections to the ${engine} cut`, strike: async (_product, relays) => relays[engine].cut() },
  {
    name: `network to the ${engine} silent, ${shortMs / 1000} s`,
    strike: async (_product, relays) => {
      relays[engine].freeze();
      await pause(shortMs);
      relays[engine].cut();
    },
  },
  {
    name: `answers of the ${engine} lost, ${shortMs / 1000} s`,
    strike: async (_product, relays) => {
      relays[engine].dropResponses();
      await pause(shortMs);
      relays[engine].cut();
    },
  },
]);

/** Every kind of fault of a round. */
export const faultKinds: readonly FaultKind[] = [...ofParts, ...ofEngines, ...ofNetworks];
