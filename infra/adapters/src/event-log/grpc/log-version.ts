import { readConnectionString } from './connection-string.ts';
import { GrpcConnection } from './grpc-connection.ts';
import { Leader } from './leader.ts';
import { readServerFeatures } from './supported-methods.ts';

/**
 * The version of the server that takes appends, such as `24.2.0.0`; empty where it does not say, or cannot be asked by this connection string.
 * @throws the client library's error when it does not answer.
 */
export async function readLogVersion(url: string): Promise<string> {
  const address = readConnectionString(url);
  if (address === undefined) return '';
  const connection = new GrpcConnection(address);
  const listener = { onLeader: (authority: string) => connection.moveTo(authority), onNone: () => connection.leave() };
  const leader = address.seeds.length === 0 ? undefined : new Leader(address, listener);
  try {
    await leader?.leaderKnown();
    return (await readServerFeatures(connection, address.defaultDeadline)).version;
  } finally {
    leader?.close();
    connection.close();
  }
}
