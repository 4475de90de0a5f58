import type { EventLog } from '@tapwise/adapters';
import type { Decision, LogEntry, UnreadableEntry } from './log-batch.ts';
import type { ParkedAt } from './parked-streams.ts';

/**
 * What is to be projected when an operator has decided about a parked stream: its events from the parked one on, up to the
 * decision; without the parked one when it is to be left out.
 * @returns in their order; empty when the decision is about another event than the one the stream waits at.
 * @throws the log's error.
 */
export async function releasedEntries(
  log: Pick<EventLog, 'readStream'>,
  decision: Decision,
  at: ParkedAt,
): Promise<LogEntry[]> {
  const { stream } = decision.event.data;
  const isSkip = decision.event.type === 'ParkedEventSkipped';
  const unreadable: UnreadableEntry[] = [];
  const events = await log.readStream(stream, {
    fromRevision: at.revision,
    onUnreadable: (event, error) =>
      unreadable.push({ ...event, reason: error instanceof Error ? error.message : String(error) }),
  });
  return [...events, ...unreadable]
    .filter(({ position }) => position >= at.position && position < decision.position)
    .filter(({ position }) => !(isSkip && position === at.position))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}

/** Whether a decision is about the event that a stream waits at. A decision that came too late changes nothing. */
export const decidesOn = ({ event }: Decision, at: ParkedAt | undefined): at is ParkedAt =>
  at !== undefined && event.data.position === at.position.toString();
