import type { RecordedEvent } from '@tapwise/adapters';
import { campaignsOf } from '@tapwise/domain';

/** A change that does not have all its outcomes yet. */
export interface OpenChange {
  readonly change_id: string;
  readonly campaigns: readonly number[];
  /** Position of the event read before it. */
  readonly after: bigint | undefined;
}

/** Changes that were open where the log was read to, in the order in which they were asked for. */
export interface PendingChanges {
  readonly size: number;
  take(recorded: RecordedEvent): void;
  /** Changes nothing was said about yet. */
  unseen(): readonly OpenChange[];
  /**
   * Changes to go on with: due, not under way, and first of all that are open in their campaigns. Changes in one campaign are made one
   * after the other.
   */
  ready(now: number): readonly OpenChange[];
  /** Milliseconds; when the next one that is first in its campaigns is due. */
  nextDue(): number | undefined;
  /** It is under way from here on, until `again`. */
  begin(changeId: string): void;
  again(changeId: string, dueAt: number): void;
  /** Every row has its outcome, before that event is read. */
  settled(changeId: string): void;
  /** Whoever carried them out cannot be relied on any more. */
  release(): void;
  /** Position of an event up to which nothing is open; `undefined` for the beginning of the log. */
  position(): bigint | undefined;
}

interface Pending extends OpenChange {
  dueAt: number;
  running: boolean;
  seen: boolean;
}

/** @param from Position that reading goes on after. */
export function createPendingChanges(from: bigint | undefined): PendingChanges {
  const pending = new Map<string, Pending>();
  let read = from;
  const firstInCampaigns = (): Pending[] => {
    const taken = new Set<number>();
    return [...pending.values()].filter(({ campaigns }) => {
      const free = campaigns.every((campaign) => !taken.has(campaign));
      for (const campaign of campaigns) taken.add(campaign);
      return free;
    });
  };
  const change = (id: string, changed: Partial<Pending>): void => {
    const known = pending.get(id);
    if (known !== undefined) Object.assign(known, changed);
  };
  return {
    get size() {
      return pending.size;
    },
    take: ({ event, position }) => {
      if (event.type === 'ChangeRequested' && !pending.has(event.data.change_id)) {
        const { change_id, rows } = event.data;
        const campaigns = campaignsOf(rows.map(({ key }) => key));
        pending.set(change_id, { change_id, campaigns, after: read, dueAt: 0, running: false, seen: false });
      } else if (event.type === 'ChangeSettled') {
        pending.delete(event.data.change_id);
      }
      read = position;
    },
    unseen: () => {
      const unseen = [...pending.values()].filter(({ seen }) => !seen);
      for (const each of unseen) each.seen = true;
      return unseen;
    },
    ready: (now) => firstInCampaigns().filter(({ running, dueAt }) => !running && dueAt <= now),
    nextDue: () => {
      const dues = firstInCampaigns().flatMap(({ running, dueAt }) => (running ? [] : [dueAt]));
      return dues.length === 0 ? undefined : Math.min(...dues);
    },
    begin: (id) => change(id, { running: true }),
    again: (id, dueAt) => change(id, { running: false, dueAt }),
    settled: (id) => void pending.delete(id),
    release: () => {
      for (const id of pending.keys()) change(id, { running: false, dueAt: 0, seen: false });
    },
    position: () => {
      const [oldest] = pending.values();
      return oldest === undefined ? read : oldest.after;
    },
  };
}
