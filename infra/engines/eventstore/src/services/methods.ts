import type { Faults } from '../faults/faults.ts';
import type { GrpcHandler } from '../grpc/grpc-server.ts';
import type { EventLog } from '../store/event-log.ts';
import { handleAppend } from './append.ts';
import { handleBatchAppend } from './batch-append.ts';
import { respondToDelete } from './delete.ts';
import { type GossipMember, respondWithGossip } from './gossip.ts';
import { handleRead } from './read.ts';
import { respondWithFeatures } from './server-features.ts';
import { unary } from './unary.ts';

export interface MethodOptions {
  readonly log: EventLog;
  readonly faults: Faults;
  readonly maxAppendBytes: number;
  readonly members: () => readonly GossipMember[];
}

/** What a node answers, by path. */
export function methods({ log, faults, maxAppendBytes, members }: MethodOptions): Map<string, GrpcHandler> {
  const streams = '/event_store.client.streams.Streams';
  return new Map<string, GrpcHandler>([
    [`${streams}/Append`, (call) => handleAppend(log, faults, maxAppendBytes, call)],
    [`${streams}/BatchAppend`, (call) => handleBatchAppend(log, faults, maxAppendBytes, call)],
    [`${streams}/Read`, (call) => handleRead(log, faults, call)],
    [`${streams}/Delete`, unary((request) => respondToDelete(log, 'delete', request))],
    [`${streams}/Tombstone`, unary((request) => respondToDelete(log, 'tombstone', request))],
    ['/event_store.client.server_features.ServerFeatures/GetSupportedMethods', unary(() => respondWithFeatures())],
    ['/event_store.client.gossip.Gossip/Read', unary(() => respondWithGossip(log.instanceId, members()))],
  ]);
}
