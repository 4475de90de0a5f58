import { MalformedMessageError, ProtoReader } from '../../../../wire/index.ts';
import { readStreamIdentifier } from './write-options.ts';

export type StreamStart = bigint | 'start' | 'end';
export type AllStart = { readonly commit: bigint; readonly prepare: bigint } | 'start' | 'end';

export type ReadSource =
  | { readonly kind: 'stream'; readonly streamName: string; readonly from: StreamStart }
  | { readonly kind: 'all'; readonly from: AllStart };

export interface FilterRequest {
  readonly on: 'stream-name' | 'event-type';
  readonly regex: string;
  readonly prefixes: readonly string[];
  /** Events considered between two checkpoints are this times the multiplier. */
  readonly window: number;
  readonly checkpointMultiplier: number;
}

export interface ReadRequest {
  readonly source: ReadSource;
  readonly backwards: boolean;
  readonly resolveLinks: boolean;
  readonly limit: number | 'subscription';
  readonly filter: FilterRequest | undefined;
  readonly structuredIds: boolean;
}

/** A request that is well-formed and not allowed. */
export class InvalidReadError extends Error {}

const DEFAULT_WINDOW = 32;

/** Reads the request of `Streams.Read`. Throws `InvalidReadError` for parts missing or not going together. */
export function readReadRequest(message: Buffer): ReadRequest {
  const outer = new ProtoReader(message);
  if (!outer.next() || outer.field !== 1) throw new MalformedMessageError('the request holds no options');
  const reader = outer.message();
  let source: ReadSource | undefined;
  let limit: number | 'subscription' | undefined;
  let filter: FilterRequest | undefined;
  let filterSet = false;
  let structuredIds: boolean | undefined;
  let backwards = false;
  let resolveLinks = false;
  while (reader.next()) {
    if (reader.field === 1) source = readStreamSource(reader.message());
    else if (reader.field === 2) source = { kind: 'all', from: readAllStart(reader.message()) };
    else if (reader.field === 3) backwards = reader.uint() === 1;
    else if (reader.field === 4) resolveLinks = reader.uint() !== 0;
    else if (reader.field === 5) limit = reader.uint();
    else if (reader.field === 6) {
      reader.skip();
      limit = 'subscription';
    } else if (reader.field === 7) {
      filter = readFilter(reader.message());
      filterSet = true;
    } else if (reader.field === 8) {
      reader.skip();
      filterSet = true;
    } else if (reader.field === 9) structuredIds = !readIsStringIds(reader.message());
    else reader.skip();
  }
  if (source === undefined) throw new InvalidReadError('The request names neither a stream nor $all.');
  if (limit === undefined || limit === 0) throw new InvalidReadError('The request needs a count above 0.');
  if (!filterSet) throw new InvalidReadError('The request sets neither a filter nor "no filter".');
  if (structuredIds === undefined) throw new InvalidReadError('The request does not say which form of ids it wants.');
  if (filter !== undefined && source.kind !== 'all') throw new InvalidReadError('Only $all can be filtered.');
  if (limit === 'subscription') checkSubscription(backwards, filter);
  return { source, backwards, resolveLinks, limit, filter, structuredIds };
}

function checkSubscription(backwards: boolean, filter: FilterRequest | undefined): void {
  if (backwards) throw new InvalidReadError('A subscription cannot run backwards.');
  if (filter?.checkpointMultiplier === 0) throw new InvalidReadError('The checkpoint interval must be above 0.');
}

function readStreamSource(reader: ProtoReader): ReadSource {
  let streamName: string | undefined;
  let from: StreamStart = 'start';
  while (reader.next()) {
    if (reader.field === 1) streamName = readStreamIdentifier(reader.message());
    else if (reader.field === 2) from = reader.uint64();
    else {
      if (reader.field === 4) from = 'end';
      reader.skip();
    }
  }
  if (streamName === undefined) throw new MalformedMessageError('the options name no stream');
  return { kind: 'stream', streamName, from };
}

function readAllStart(reader: ProtoReader): AllStart {
  let from: AllStart = 'start';
  while (reader.next()) {
    if (reader.field === 1) from = readPosition(reader.message());
    else {
      if (reader.field === 3) from = 'end';
      reader.skip();
    }
  }
  return from;
}

function readPosition(reader: ProtoReader): { commit: bigint; prepare: bigint } {
  let commit = 0n;
  let prepare = 0n;
  while (reader.next()) {
    if (reader.field === 1) commit = reader.uint64();
    else if (reader.field === 2) prepare = reader.uint64();
    else reader.skip();
  }
  return { commit, prepare };
}

function readFilter(reader: ProtoReader): FilterRequest {
  let on: FilterRequest['on'] | undefined;
  let expression = { regex: '', prefixes: [] as string[] };
  let window = DEFAULT_WINDOW;
  let checkpointMultiplier = 0;
  while (reader.next()) {
    if (reader.field === 1 || reader.field === 2) {
      on = reader.field === 1 ? 'stream-name' : 'event-type';
      expression = readExpression(reader.message());
    } else if (reader.field === 3) window = reader.uint();
    else if (reader.field === 5) checkpointMultiplier = reader.uint();
    else reader.skip();
  }
  if (on === undefined) throw new InvalidReadError('The filter says neither stream name nor event type.');
  if (window === 0) throw new InvalidReadError('The window of a filter must be above 0.');
  return { on, ...expression, window, checkpointMultiplier };
}

function readExpression(reader: ProtoReader): { regex: string; prefixes: string[] } {
  let regex = '';
  const prefixes: string[] = [];
  while (reader.next()) {
    if (reader.field === 1) regex = reader.string();
    else if (reader.field === 2) prefixes.push(reader.string());
    else reader.skip();
  }
  return { regex, prefixes };
}

function readIsStringIds(reader: ProtoReader): boolean {
  let isString = false;
  while (reader.next()) {
    isString = reader.field === 2;
    reader.skip();
  }
  return isString;
}
