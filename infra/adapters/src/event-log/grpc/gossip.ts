import type { LogAddress } from './connection-string.ts';
import { GrpcConnection } from './grpc-connection.ts';
import { ProtoReader } from './proto-reader.ts';

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
        gossip = readGossip(new ProtoReader(bytes, start), end, new URL(authority).protocol);
      },
      onEnd: finish,
    });
    call.endWriting(request);
  });
}

/** ClusterInfo: members 1 {state 3, is_alive 4, http_end_point 5 {address 1, port 2}}. */
function readGossip(reader: ProtoReader, end: number, scheme: string): Gossip {
  const members: string[] = [];
  let leader: string | undefined;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag !== 0x0a) {
      reader.skip(tag);
      continue;
    }
    const { state, isAlive, host } = readMember(reader);
    const authority = `${scheme}//${host}`;
    members.push(authority);
    if (isAlive && state === stateOfLeader) leader = authority;
  }
  return { members, leader };
}

function readMember(reader: ProtoReader): { state: number; isAlive: boolean; host: string } {
  const end = reader.end();
  const member = { state: 0, isAlive: false, host: '' };
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x18) member.state = reader.varint();
    else if (tag === 0x20) member.isAlive = reader.varint() === 1;
    else if (tag === 0x2a) member.host = readEndPoint(reader);
    else reader.skip(tag);
  }
  return member;
}

function readEndPoint(reader: ProtoReader): string {
  const end = reader.end();
  let address = '';
  let port = 0;
  while (reader.offset < end) {
    const tag = reader.varint();
    if (tag === 0x0a) address = reader.text();
    else if (tag === 0x10) port = reader.varint();
    else reader.skip(tag);
  }
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
