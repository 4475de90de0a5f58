import type { RecordedEvent } from '@tapwise/adapters';
import type { Request, RequestKind, WakeCall } from './request-kind.ts';
import { steadyNow } from './steady-clock.ts';

/** A request that has not ended yet and whose turn has come. */
export interface OpenRequest<Input> {
  readonly id: string;
  readonly input: Input;
  /** Of the append of the event that asked for it. */
  readonly traceparent?: string | undefined;
}

/** Requests of one kind that were open where the log was read to, in the order in which they were made. */
export interface OpenRequests<Input> {
  readonly size: number;
  apply(recorded: RecordedEvent): void;
  /** Inputs of processes that were started and are to be woken; they count as woken from here on. */
  woken(): readonly Input[];
  /** It could not be woken: it is to be woken again. */
  notWoken(input: Input): void;
  /** Wakes those that waited for processes that have ended; they count as woken from here on. */
  endWakes(): readonly WakeCall[];
  /** It failed: it is to be called again. */
  notCalled(wake: WakeCall): void;
  /** Everything up to this position was read, and what did not come is about other things. */
  passed(position: bigint): void;
  /** Requests that were not claimed yet; they count as claimed from here on. */
  unclaimed(): readonly Input[];
  /** At most `count` requests that are due and first of all that are open in their campaigns. */
  due(now: number, count: number): readonly OpenRequest<Input>[];
  /** It was started and is to be started again then, in case the engine lost it. */
  started(id: string, againAt: number): void;
  /** Drops the oldest that was started. @returns whether there was one. */
  dropStarted(): boolean;
  /** Position of an event up to which nothing is open; `undefined` for the beginning of the log. */
  position(): bigint | undefined;
}

interface Pending<Input> extends Omit<Request<Input>, 'until'> {
  readonly id: string;
  readonly traceparent: string | undefined;
  /** Position of the event read before it. */
  readonly after: bigint | undefined;
  until: number | undefined;
  waits: boolean;
  dueAt: number;
  claimed: boolean;
  started: boolean;
  woken: boolean;
}

/**
 * @param from Position that reading continues after.
 * @param now Milliseconds since 1970; the steady clock of this process.
 */
export function createOpenRequests<Input>(
  kind: RequestKind<Input>,
  from: bigint | undefined,
  now: () => number = steadyNow,
): OpenRequests<Input> {
  const open = new Map<string, Pending<Input>>();
  /** Inputs of processes that are to end, and wait. */
  let left: Input[] = [];
  const atEnd: WakeCall[] = [];
  let read = from;
  const end = (id: string): void => {
    const pending = open.get(id);
    if (pending?.woken === true && pending.started) left.push(pending.input);
    if (pending?.wakesAtEnd !== undefined) atEnd.push(pending.wakesAtEnd);
    open.delete(id);
  };
  return {
    get size() {
      return open.size;
    },
    apply: (recorded) => {
      const { event, position } = recorded;
      const woken = kind.woken?.(event);
      for (const pending of woken === undefined ? [] : open.values())
        if (woken === 'all' || woken === pending.id) pending.woken = true;
      const begun = kind.begun(event);
      const ended = kind.ended(event);
      const waiting = open.get(kind.waits?.(event) ?? '');
      const id = begun && kind.contract.id(begun.input);
      const existing = id === undefined ? undefined : open.get(id);
      if (existing !== undefined) existing.until = begun?.until;
      else if (begun !== undefined && id !== undefined) {
        const { traceparent } = recorded;
        open.set(id, { ...begun, until: begun.until, id, traceparent, after: read, ...fresh(kind.graceSeconds, now) });
      } else if (ended !== undefined) end(ended);
      else if (waiting !== undefined) waiting.waits = true;
      read = position;
    },
    woken: () => {
      const woken = [...open.values()].filter((pending) => pending.woken && pending.started);
      for (const pending of woken) pending.woken = false;
      const inputs = [...left, ...woken.map(({ input }) => input)];
      left = [];
      return inputs;
    },
    notWoken: (input) => {
      const pending = open.get(kind.contract.id(input));
      if (pending === undefined) left.push(input);
      else pending.woken = true;
    },
    endWakes: () => atEnd.splice(0),
    notCalled: (wake) => void atEnd.push(wake),
    passed: (position) => {
      if (read === undefined || position > read) read = position;
    },
    unclaimed: () => {
      const unclaimed = [...open.values()].filter(({ claimed }) => !claimed);
      for (const pending of unclaimed) pending.claimed = true;
      return unclaimed.map(({ input }) => input);
    },
    due: (instant, count) => {
      for (const [id, { until }] of open) if (until !== undefined && until <= instant) open.delete(id);
      return dueRequests(kind, open.values(), instant, count);
    },
    started: (id, againAt) => {
      const pending = open.get(id);
      if (pending !== undefined) Object.assign(pending, { started: true, dueAt: againAt });
    },
    dropStarted: () => {
      for (const [id, { started }] of open) if (started) return open.delete(id);
      return false;
    },
    position: () => {
      const [oldest] = open.values();
      return oldest === undefined ? read : oldest.after;
    },
  };
}

/** What is true of a request when its event has been read. */
function fresh(graceSeconds: number | undefined, now: () => number) {
  const dueAt = graceSeconds === undefined ? 0 : now() + graceSeconds * 1000;
  return { waits: false, dueAt, claimed: false, started: false, woken: false };
}

function dueRequests<Input>(
  kind: RequestKind<Input>,
  open: Iterable<Pending<Input>>,
  now: number,
  count: number,
): OpenRequest<Input>[] {
  const busyCampaigns = new Set<number>();
  /** Requests that others need not wait for, by campaign. */
  const passed = new Map<number, Pending<Input>[]>();
  const due: OpenRequest<Input>[] = [];
  for (const pending of open) {
    if (due.length >= count) break;
    const { campaigns = [], id, input, traceparent } = pending;
    const isFirst = campaigns.every((campaign) => !busyCampaigns.has(campaign));
    const earlier = [...new Set(campaigns.flatMap((campaign) => passed.get(campaign) ?? []))];
    for (const campaign of campaigns) {
      if (pending.waits || pending.held?.() === true) passed.set(campaign, [...(passed.get(campaign) ?? []), pending]);
      else busyCampaigns.add(campaign);
    }
    if (!isFirst || pending.dueAt > now || pending.idle?.() === true) continue;
    const withEarlier = kind.withEarlier?.(
      input,
      earlier.map((request) => request.input),
    );
    due.push({ id, input: withEarlier ?? input, ...(traceparent === undefined ? {} : { traceparent }) });
  }
  return due;
}
