import type { Decider } from '../../shared/decider.ts';
import type { CallShareEvent } from './call-share.events.ts';

/** A process and how many calls it may have under way. */
interface CallHolder {
  readonly holder: string;
  readonly calls: number;
}

/** How a limit of calls is divided among processes, in the order in which they came. */
export interface CallShares {
  readonly holders: readonly CallHolder[];
}

/** Fold of `callShares-<subject>`. Each event says everything, so the newest one is enough. */
export const callShareDecider: Decider<CallShares, CallShareEvent> = {
  initialState: () => ({ holders: [] }),
  evolve: (state, { type, data }) => (type === 'CallSharesDivided' ? { holders: data.holders } : state),
};

/** A process that wants its share. */
export interface ShareClaim {
  readonly subject: string;
  /** Calls that all processes together may have under way. */
  readonly total: number;
  readonly holder: string;
  /** Others that were seen to have ended. */
  readonly ended: ReadonlySet<string>;
  /** Calls that the process lets itself have under way now: it gives back none of these. */
  readonly inUse: number;
}

export const callsOf = ({ holders }: CallShares, holder: string): number =>
  holders.find((other) => other.holder === holder)?.calls ?? 0;

/** What a process is to have when all are content. The rest of the division goes to those that came first. */
export function fairShare(state: CallShares, claim: Pick<ShareClaim, 'total' | 'holder' | 'ended'>): number {
  const holders = withClaim(state, claim);
  const index = holders.findIndex(({ holder }) => holder === claim.holder);
  return Math.floor(claim.total / holders.length) + (index < claim.total % holders.length ? 1 : 0);
}

/**
 * Divides the calls anew for one process: those of processes that have ended are free, what it has beyond its fair share it gives back,
 * and up to that it takes what is free. Shares never add up to more than the total.
 */
export function divideCalls(state: CallShares, claim: ShareClaim): CallShareEvent[] {
  const { subject, total, holder, inUse } = claim;
  const holders = withClaim(state, claim);
  const free = total - holders.reduce((sum, { calls }) => sum + calls, 0);
  const fair = fairShare(state, claim);
  const current = callsOf(state, holder);
  const calls =
    current > fair ? Math.max(fair, Math.min(current, inUse)) : current + Math.max(0, Math.min(free, fair - current));
  const divided = holders.map((other) => (other.holder === holder ? { holder, calls } : other));
  return isSame(state.holders, divided) ? [] : [{ type: 'CallSharesDivided', data: { subject, holders: divided } }];
}

/** Gives back all that a process has. */
export function leaveCalls(
  state: CallShares,
  { subject, holder }: Pick<ShareClaim, 'subject' | 'holder'>,
): CallShareEvent[] {
  const holders = state.holders.filter((other) => other.holder !== holder);
  return holders.length === state.holders.length ? [] : [{ type: 'CallSharesDivided', data: { subject, holders } }];
}

/** Those that have not ended, and the process itself. */
function withClaim({ holders }: CallShares, { holder, ended }: Pick<ShareClaim, 'holder' | 'ended'>): CallHolder[] {
  const left = holders.filter((other) => !ended.has(other.holder));
  return left.some((other) => other.holder === holder) ? left : [...left, { holder, calls: 0 }];
}

const isSame = (a: readonly CallHolder[], b: readonly CallHolder[]): boolean =>
  a.length === b.length && a.every(({ holder, calls }, at) => b[at]?.holder === holder && b[at]?.calls === calls);
