import type { StoredRecord } from '../store/event-record.ts';
import { type FilterRequest, InvalidReadError } from '../wire/read-request.ts';

export type EventFilter = (record: StoredRecord) => boolean;

/** Builds the test of a filter. A regex wins over prefixes and is searched for anywhere; neither matches nothing. */
export function compileFilter(request: FilterRequest): EventFilter {
  const isOnName = request.on === 'stream-name';
  if (request.regex !== '') {
    const regex = compileRegex(request.regex);
    return (record) => regex.test(isOnName ? record.streamName : record.type);
  }
  const prefixes = request.prefixes.map((prefix) => Buffer.from(prefix, 'utf8'));
  return isOnName ? (record) => record.streamNameBegins(prefixes) : (record) => record.typeBegins(prefixes);
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
