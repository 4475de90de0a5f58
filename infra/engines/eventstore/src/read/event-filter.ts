import type { StoredRecord } from '../store/event-record.ts';
import { type FilterRequest, InvalidReadError } from '../wire/read-request.ts';

export type EventFilter = (record: StoredRecord) => boolean;

/** Builds the test of a filter. A regex wins over prefixes and is searched for anywhere; neither matches nothing. */
export function compileFilter(request: FilterRequest): EventFilter {
  const subject = (record: StoredRecord) => (request.on === 'stream-name' ? record.streamNameBytes : record.typeBytes);
  if (request.regex !== '') {
    const regex = compileRegex(request.regex);
    return (record) => regex.test(subject(record).toString('utf8'));
  }
  const prefixes = request.prefixes.map((prefix) => Buffer.from(prefix, 'utf8'));
  return (record) => {
    const bytes = subject(record);
    return prefixes.some((prefix) => bytes.length >= prefix.length && prefix.compare(bytes, 0, prefix.length) === 0);
  };
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
