import { sizeAppend } from '../grpc/append-messages.ts';
import { AppendStream } from '../grpc/append-stream.ts';
import type { LogAddress } from '../grpc/connection-string.ts';
import { GrpcConnection } from '../grpc/grpc-connection.ts';
import { readDirectly } from '../grpc/read-call.ts';
import { offersBatchAppend } from '../grpc/supported-methods.ts';
import type { LogTransport } from './log-transport.ts';

/** Larger appends are cut into pieces by the library; servers take 1 MiB unless they are configured otherwise. */
const largestAppend = 2 * 1024 * 1024;

/**
 * The way for what is hot: the log's own protocol over one connection, without the client library. What a server does not offer goes
 * through the library.
 */
export function openDirectTransport(address: LogAddress, library: LogTransport): LogTransport {
  const connection = new GrpcConnection(address);
  const appends = new AppendStream(connection, { deadlineMs: address.defaultDeadline });
  let known: { generation: number; offers: Promise<boolean>; answer?: boolean } | undefined;
  const offersBatches = (): Promise<boolean> | boolean => {
    if (known?.generation === connection.generation) return known.answer ?? known.offers;
    const offers = offersBatchAppend(connection, address.defaultDeadline);
    const asked: NonNullable<typeof known> = { generation: connection.generation, offers };
    known = asked;
    offers.then(
      (answer) => {
        asked.answer = answer;
      },
      () => {
        if (known === asked) known = undefined;
      },
    );
    return offers;
  };
  return {
    append: async (stream, expected, events) => {
      const append = sizeAppend(stream, expected, events);
      const offered = offersBatches();
      if (append.size > largestAppend || !(offered === true || (await offered))) {
        return library.append(stream, expected, events);
      }
      return appends.append(append);
    },
    read: (request, listener) => readDirectly(connection, request, listener),
    keepFor: (stream, seconds) => library.keepFor(stream, seconds),
    close: async () => {
      appends.close();
      connection.close();
      await library.close();
    },
  };
}
