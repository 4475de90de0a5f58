import { randomUUID } from 'node:crypto';
import type { Faults } from '../faults/faults.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { compileFilter } from '../read/event-filter.ts';
import { readAll } from '../read/read-all.ts';
import { ReadOutput } from '../read/read-output.ts';
import { readStream } from '../read/read-stream.ts';
import { subscribeToAll } from '../read/subscribe-all.ts';
import { subscribeToStream } from '../read/subscribe-stream.ts';
import type { EventLog } from '../store/event-log.ts';
import { InvalidReadError, type ReadRequest, readReadRequest } from '../wire/read-request.ts';
import { invalidArgument } from './protocol-errors.ts';

/** `Streams.Read`: reads and subscriptions, of one stream or of the whole log. */
export function handleRead(log: EventLog, faults: Faults, call: GrpcCall): void {
  let request: ReadRequest | undefined;
  call.receive({
    onMessage(message) {
      request = readReadRequestOrRefuse(message);
    },
    onEnd() {
      if (request === undefined) throw invalidArgument('The call holds no request.');
      void serveRead({ log, faults }, request, call);
    },
  });
}

interface ReadSource {
  readonly log: EventLog;
  readonly faults: Faults;
}

async function serveRead(source: ReadSource, request: ReadRequest, call: GrpcCall): Promise<void> {
  try {
    await dispatch(source, request, call, new ReadOutput(call, request.structuredIds));
    call.finish();
  } catch (error) {
    call.fail(asStatus(error));
  }
}

function dispatch(
  { log, faults }: ReadSource,
  request: ReadRequest,
  call: GrpcCall,
  output: ReadOutput,
): Promise<void> {
  const { source, limit, backwards, resolveLinks } = request;
  const subscriptionId = randomUUID();
  if (source.kind === 'stream') {
    const { streamName, from } = source;
    if (limit === 'subscription') {
      return subscribeToStream(log, { streamName, from, resolveLinks, subscriptionId }, call, output);
    }
    return readStream(log, { streamName, from, backwards, limit, resolveLinks }, call, output);
  }
  const filter = request.filter === undefined ? undefined : compileFilter(request.filter);
  if (limit !== 'subscription') {
    return readAll(log, { from: source.from, backwards, limit, resolveLinks, filter, faults }, call, output);
  }
  const checkpointInterval = (request.filter?.window ?? 1) * (request.filter?.checkpointMultiplier ?? 1);
  const subscription = { from: source.from, resolveLinks, filter, checkpointInterval, subscriptionId, faults };
  return subscribeToAll(log, subscription, call, output);
}

function readReadRequestOrRefuse(message: Buffer): ReadRequest {
  try {
    return readReadRequest(message);
  } catch (error) {
    throw asStatus(error);
  }
}

function asStatus(error: unknown): unknown {
  return error instanceof InvalidReadError ? invalidArgument(error.message) : error;
}
