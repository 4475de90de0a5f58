import type { RecordedEvent } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';

/** An event that belongs to a stream. */
export interface StreamEvent {
  readonly stream: string;
  readonly event: DomainEvent;
}

const firstRecordedMs = Date.parse('2026-01-01T00:00:00.000Z');

/** The events as a log would hold them: positions in the given order, revisions by stream. */
export function asRecorded(events: readonly StreamEvent[], firstPosition = 100): RecordedEvent[] {
  const revisions = new Map<string, bigint>();
  return events.map(({ stream, event }, index) => {
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    const position = BigInt(firstPosition + index * 10);
    const id = `00000000-0000-8000-8000-${position.toString().padStart(12, '0')}`;
    return { event, id, stream, revision, position, recordedAt: new Date(firstRecordedMs + index) };
  });
}
