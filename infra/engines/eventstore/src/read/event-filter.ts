import type { StoredRecord } from '../store/event-record.ts';
import { type FilterRequest, InvalidReadError } from '../wire/read-request.ts';

export interface EventFilter {
  passes(record: StoredRecord): boolean;
  /** Beginnings of the names of all streams whose records can pass; undefined when any can. */
  readonly streamPrefixes: readonly string[] | undefined;
}

/** Builds the test of a filter. A regex wins over prefixes and is searched for anywhere; neither matches nothing. */
export function compileFilter(request: FilterRequest): EventFilter {
  const isOnName = request.on === 'stream-name';
  if (request.regex !== '') {
    const regex = compileRegex(request.regex);
    return {
      passes: (record) => regex.test(isOnName ? record.streamName : record.type),
      streamPrefixes: undefined,
    };
  }
  const prefixes = request.prefixes.map((prefix) => Buffer.from(prefix, 'utf8'));
  if (!isOnName) return { passes: (record) => record.typeBegins(prefixes), streamPrefixes: undefined };
  return { passes: (record) => record.streamNameBegins(prefixes), streamPrefixes: request.prefixes };
}

function compileRegex(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Escapes that the strict form refuses, such as \- or \_, are common in filters written for other engines.
    return compileLenientRegex(source);
  }
}

function compileLenientRegex(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (cause) {
    throw new InvalidReadError(`"${source}" is not a regular expression.`, { cause });
  }
}
