import { hourMs } from '../../../shared/calendar/days.ts';

/** A change of the effective bid of a keyword; micros. */
interface BidChange {
  /** ISO 8601. */
  readonly at: string;
  readonly from: number;
  readonly to: number;
}

/** Who changed the effective bid of a keyword, and when, as far as rules ask for it. Instants are ISO 8601. */
export interface BidTrail {
  /** Last change by anyone, a creation included. */
  readonly lastAt: string | null;
  /** Last change by a person, a change set, an undo, or outside this product. */
  readonly lastForeignAt: string | null;
  /** By rule: when it last raised the bid. */
  readonly raised: Readonly<Record<string, string>>;
  /** By rule: when its raise was last undone or overruled by a lower bid. */
  readonly lowered: Readonly<Record<string, string>>;
  /** Changes of the last days, oldest first. */
  readonly recent: readonly BidChange[];
  /** The last changes, where pulls alone showed them: a row that was sent before may turn out to have made one of them. */
  readonly pulled?: PulledBids;
}

interface PulledBids {
  /** The trail without them. */
  readonly before: BidTrail;
  /** Oldest first. */
  readonly changes: readonly PulledBid[];
}

interface PulledBid extends BidChange {
  /** ISO 8601. */
  readonly observedAt: string;
}

/** Who did it: a rule by its id, someone else, or a creation. */
export type By = { readonly rule: string } | 'foreign' | 'creation';

/** A change of a bid and who made it. */
export interface NotedChange extends BidChange {
  readonly by: By;
  /** ISO 8601; when a pull saw it, where that is all that is known of it. */
  readonly observedAt?: string | undefined;
}

/** What a row set: its bid in micros, and when and by whom. Instants are ISO 8601. */
export interface RowBid {
  readonly bid: number | null;
  readonly at: string;
  readonly by: By;
  readonly sentAt: string;
}

/** No bid is looked at further back than a local day. */
const recentMs = 50 * hourMs;
/** Changes that pulls alone showed and that may still turn out to be a row's; older ones are someone else's. */
const pulledKept = 8;

export const emptyTrail: BidTrail = { lastAt: null, lastForeignAt: null, raised: {}, lowered: {}, recent: [] };

/** The trail with one more change. */
export function withChange({ pulled, ...trail }: BidTrail, change: NotedChange): BidTrail {
  const changed = changedTrail(trail, change);
  const { observedAt, at, from, to } = change;
  if (observedAt === undefined) return changed;
  const pulledBid = { at, from, to, observedAt };
  return { ...changed, pulled: withPulled(pulled ?? { before: trail, changes: [] }, pulledBid) };
}

function withPulled({ before, changes }: PulledBids, change: PulledBid): PulledBids {
  const oldest = changes.length < pulledKept ? undefined : changes[0];
  if (oldest === undefined) return { before, changes: [...changes, change] };
  return { before: changedTrail(before, { ...oldest, by: 'foreign' }), changes: [...changes.slice(1), change] };
}

function changedTrail(trail: BidTrail, { at, from, to, by }: NotedChange): BidTrail {
  const oldest = Date.parse(at) - recentMs;
  const recent = [...trail.recent.filter((change) => Date.parse(change.at) >= oldest), { at, from, to }];
  const seen = { ...trail, lastAt: at, recent };
  if (by === 'creation') return seen;
  if (by !== 'foreign') return { ...seen, raised: { ...trail.raised, [by.rule]: at } };
  return { ...seen, lastForeignAt: at, lowered: to < from ? overruled(trail, at) : trail.lowered };
}

const overruled = ({ raised, lowered }: BidTrail, at: string): BidTrail['lowered'] => ({
  ...lowered,
  ...Object.fromEntries(Object.keys(raised).map((rule) => [rule, at])),
});

/**
 * A bid that a pull saw after a row was sent, and that is exactly the row's, was set by that row. What pulls saw after it is someone else's
 * still.
 * @returns `undefined` where no pull saw it.
 */
export function claimPulled({ pulled }: BidTrail, { bid, at, by, sentAt }: RowBid): BidTrail | undefined {
  const changes = pulled?.changes ?? [];
  const openIndex = changes.findIndex(({ to, observedAt }) => to === bid && observedAt >= sentAt);
  if (pulled === undefined || openIndex === -1) return undefined;
  const isLast = openIndex === changes.length - 1;
  return changes.reduce<BidTrail>((trail, change, index) => {
    if (index !== openIndex) return changedTrail(trail, { ...change, by: 'foreign' });
    // Its row ended later than it was changed again.
    return changedTrail(trail, { ...change, by, at: isLast || at < change.at ? at : change.at });
  }, pulled.before);
}

/** The trail of a bid that a row may have raised and someone else has set lower since, before any pull saw the raise. */
export function loweredAfter({ pulled: _, ...trail }: BidTrail, { at, by, sentAt }: RowBid): BidTrail {
  if (typeof by === 'string') return trail;
  const raised = { ...trail.raised, [by.rule]: sentAt };
  return { ...trail, raised, lowered: { ...trail.lowered, [by.rule]: at }, lastAt: at, lastForeignAt: at };
}
