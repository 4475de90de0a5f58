import { ProtoReader } from '../../../../wire/index.ts';
import type { LogAddress } from './connection-string.ts';
import { GrpcConnection } from './grpc-connection.ts';

const path = '/event_store.client.gossip.Gossip/Read';
/** An empty request in its frame. */
const request = Buffer.alloc(5);
const stateOfLeader = 8;

/** What one node says about its cluster. */
export interface Gossip {
  readonly members: readonly string[];
  /** The node that leads, as far as the asked one knows. */
  readonly leader: string | undefined;
}

/** Asks a node about its cluster, over a connection that is closed afterwards. @returns `undefined` when it does not answer in time. */
export function askGossip(address: LogAddress, authority: string, timeoutMs: number): Promise<Gossip | undefined> {
  const connection = new GrpcConnection({ ...address, authority });
  return new Promise((resolve) => {
    let gossip: Gossip | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      connection.close();
      resolve(gossip);
    };
    const timer = setTimeout(finish, timeoutMs);
    const call = connection.call(path, {
      onMessage: (bytes, start, end) => {
        gossip = readGossip(new ProtoReader(bytes, start, end), new URL(authority).protocol);
      },
      onEnd: finish,
    });
    call.endWriting(request);
  });
}

/** ClusterInfo: members 1 {state 3, is_alive 4, http_end_point 5 {address 1, port 2}}. */
function readGossip(reader: ProtoReader, scheme: string): Gossip {
  const members: string[] = [];
  let leader: string | undefined;
  while (reader.next()) {
    if (reader.field !== 1) {
      reader.skip();
      continue;
    }
    const { state, isAlive, host } = readMember(reader.message());
    const authority = `${scheme}//${host}`;
    members.push(authority);
    if (isAlive && state === stateOfLeader) leader = authority;
  }
  return { members, leader };
}

function readMember(reader: ProtoReader): { state: number; isAlive: boolean; host: string } {
  const member = { state: 0, isAlive: false, host: '' };
  while (reader.next()) {
    if (reader.field === 3) member.state = reader.uint();
    else if (reader.field === 4) member.isAlive = reader.uint() === 1;
    else if (reader.field === 5) member.host = readEndPoint(reader.message());
    else reader.skip();
  }
  return member;
}

function readEndPoint(reader: ProtoReader): string {
  let address = '';
  let port = 0;
  while (reader.next()) {
    if (reader.field === 1) address = reader.string();
    else if (reader.field === 2) port = reader.uint();
    else reader.skip();
  }
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
