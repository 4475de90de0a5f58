import type { RecordedEvent } from '@tapwise/adapters';

type LogEvent = RecordedEvent['event'];

export interface BegunWork {
  readonly id: string;
  readonly campaigns: readonly number[];
  /** Whether it is held back now: then others in its campaigns need not wait for it. Absent: never. */
  readonly held?: () => boolean;
}

/** One kind of work that is asked for in the log and carried out from there. */
export interface WorkKind {
  /** The work that an event asks for, or continues. Of works with a campaign in common the first goes first. */
  readonly begun: (event: LogEvent) => BegunWork | undefined;
  /** The work that an event leaves with nothing to do but to wait: others in its campaigns go on beside it. Absent: none. */
  readonly waits?: (event: LogEvent) => string | undefined;
  /** The work that an event ends. */
  readonly ended: (event: LogEvent) => string | undefined;
}

/** Work that has not ended yet. */
export interface OpenWork {
  readonly id: string;
  readonly campaigns: readonly number[];
  /** Position of the event read before it. */
  readonly after: bigint | undefined;
  /** Earlier work in its campaigns that is open and need not be waited for. */
  readonly beside: readonly string[];
}

/** Work that was open where the log was read to, in the order in which it was asked for. */
export interface PendingWork {
  readonly size: number;
  apply(recorded: RecordedEvent): void;
  /** Everything up to this position was read, and what was not taken is about other things. */
  passed(position: bigint): void;
  /** Work nothing was said about yet. */
  unseen(): readonly { readonly id: string }[];
  /** Work to go on with: due, not under way, and first of all that is open in its campaigns. */
  ready(now: number): readonly OpenWork[];
  /** Milliseconds; when the next one that is first in its campaigns is due. */
  nextDue(): number | undefined;
  /** It is under way from here on, until `again`. */
  begin(open: OpenWork): void;
  again(open: OpenWork, dueAt: number): void;
  /** It has ended, before that event is read. What was continued meanwhile stays open. */
  settled(open: OpenWork): void;
  /** The driver that carried them out cannot be relied on any more. */
  release(): void;
  /** Position of an event up to which nothing is open; `undefined` for the beginning of the log. */
  position(): bigint | undefined;
}

interface Pending extends BegunWork {
  readonly after: bigint | undefined;
  waits: boolean;
  dueAt: number;
  running: boolean;
  seen: boolean;
}

/** @param from Position that reading goes on after. */
export function createPendingWork(kind: WorkKind, from: bigint | undefined): PendingWork {
  const pending = new Map<string, Pending>();
  let read = from;
  const firstInCampaigns = (): (Pending & OpenWork)[] => {
    const busyCampaigns = new Set<number>();
    const passed = new Map<number, string[]>();
    return [...pending.values()].flatMap((pendingWork) => {
      const { id, campaigns, held, waits } = pendingWork;
      const free = campaigns.every((campaign) => !busyCampaigns.has(campaign));
      const beside = [...new Set(campaigns.flatMap((campaign) => passed.get(campaign) ?? []))];
      for (const campaign of campaigns) {
        if (waits || held?.() === true) passed.set(campaign, [...(passed.get(campaign) ?? []), id]);
        else busyCampaigns.add(campaign);
      }
      return free ? [{ ...pendingWork, beside }] : [];
    });
  };
  const change = ({ id, after }: Pick<OpenWork, 'id' | 'after'>, changed: Partial<Pending>): void => {
    const existing = pending.get(id);
    if (existing !== undefined && existing.after === after) Object.assign(existing, changed);
  };
  return {
    get size() {
      return pending.size;
    },
    apply: ({ event, position }) => {
      const begun = kind.begun(event);
      const ended = kind.ended(event);
      const waiting = pending.get(kind.waits?.(event) ?? '');
      if (begun !== undefined && !pending.has(begun.id)) {
        pending.set(begun.id, { ...begun, after: read, waits: false, dueAt: 0, running: false, seen: false });
      } else if (ended !== undefined) {
        pending.delete(ended);
      } else if (waiting !== undefined) {
        waiting.waits = true;
      }
      read = position;
    },
    passed: (position) => {
      if (read === undefined || position > read) read = position;
    },
    unseen: () => {
      const unseen = [...pending.values()].filter(({ seen }) => !seen);
      for (const pendingWork of unseen) pendingWork.seen = true;
      return unseen;
    },
    ready: (now) => firstInCampaigns().filter(({ running, dueAt }) => !running && dueAt <= now),
    nextDue: () => {
      const dues = firstInCampaigns().flatMap(({ running, dueAt }) => (running ? [] : [dueAt]));
      return dues.length === 0 ? undefined : Math.min(...dues);
    },
    begin: (open) => change(open, { running: true }),
    again: (open, dueAt) => change(open, { running: false, dueAt }),
    settled: ({ id, after }) => {
      if (pending.get(id)?.after === after) pending.delete(id);
    },
    release: () => {
      for (const pendingWork of pending.values()) change(pendingWork, { running: false, dueAt: 0, seen: false });
    },
    position: () => {
      const [oldest] = pending.values();
      return oldest === undefined ? read : oldest.after;
    },
  };
}
