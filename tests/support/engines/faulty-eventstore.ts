import { connect } from 'node:http2';
import type { FaultSwitches } from '../../../infra/engines/eventstore/src/faults/fault-switches.ts';
import { type SpawnedEventStore, spawnEventStore } from './eventstore-node.ts';

/** A member of the simulated cluster. */
export interface ClusterMember {
  readonly port: number;
  /** Connections that are open to it. */
  readonly connections: number;
}

/** An embedded node in memory whose faults can be switched on. */
export interface FaultyEventStore extends SpawnedEventStore {
  /** Replaces the faults that are on. @returns the members of the cluster, where there is one. */
  become(faults: FaultSwitches): Promise<readonly ClusterMember[]>;
}

export async function startFaultyEventStore(): Promise<FaultyEventStore> {
  const node = await spawnEventStore(':memory:', { FAULT_CONTROL: 'on' });
  return { ...node, become: (faults) => setFaults(node.port, faults) };
}

/** The connection string of a cluster. */
export const clusterUrl = (members: readonly ClusterMember[], options = ''): string =>
  `esdb://${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false${options}`;

/** One call of the node's control, see `FaultSwitches`. */
export function setFaults(port: number, faults: FaultSwitches): Promise<readonly ClusterMember[]> {
  const session = connect(`http://127.0.0.1:${port}`);
  const message = Buffer.from(JSON.stringify(faults));
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return new Promise<readonly ClusterMember[]>((resolve, reject) => {
    session.on('error', reject);
    const call = session.request({
      ':method': 'POST',
      ':path': '/tapwise.eventstore.Faults/Set',
      'content-type': 'application/grpc',
    });
    const chunks: Buffer[] = [];
    let refusal: string | undefined;
    const onStatus = (headers: Readonly<Record<string, unknown>>): void => {
      if (headers['grpc-status'] !== undefined && headers['grpc-status'] !== '0')
        refusal = decodeURIComponent(String(headers['grpc-message']));
    };
    call.on('response', onStatus).on('trailers', onStatus).on('error', reject);
    call.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.on('end', () => {
      if (refusal !== undefined) reject(new Error(refusal));
      else resolve(JSON.parse(Buffer.concat(chunks).subarray(5).toString('utf8')).members);
    });
    call.end(Buffer.concat([frame, message]));
  }).finally(() => session.close());
}
