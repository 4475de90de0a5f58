import type { SpanRequest } from '@tapwise/adapters';
import { type LogEntry, rangeOf } from './log-batch.ts';

/** A batch is about thousands of events, so it links to their appends and continues none of them. */
export function batchSpan(entries: readonly LogEntry[]): SpanRequest {
  const { from, to } = rangeOf(entries);
  return {
    name: 'project batch',
    kind: 'consumer',
    begins: true,
    attributes: {
      'messaging.system': 'eventstoredb',
      'messaging.operation.name': 'project',
      'messaging.operation.type': 'process',
    },
    details: {
      'messaging.batch.message_count': entries.length,
      'tapwise.log.from_position': from.toString(),
      'tapwise.log.to_position': to.toString(),
    },
    // One append may have made several of the events.
    links: [...new Set(entries.flatMap((entry) => ('event' in entry ? (entry.traceparent ?? []) : [])))],
  };
}
