import type { Decider } from '../../shared/decider.ts';
import type { AdsReportEvent } from './ads-report.events.ts';
import { isUntrustedResponse, type ReadingProblem } from './reading-problem.ts';

type DataOf<Type extends AdsReportEvent['type']> = Extract<AdsReportEvent, { type: Type }>['data'];

/** A problem that no completed pull has followed yet. */
export type OpenProblem = ReadingProblem & { readonly since: string; readonly untrusted?: boolean };

/** Pulls of an organization's structure and figures. */
export interface AdsPullState {
  /** The last completed one, ISO 8601; `null` before the first. */
  readonly pulledAt: string | null;
  /** Why the last one was not completed; `null` when it was. */
  readonly problem: OpenProblem | null;
}

/** Fold of `adsPull-<applicationId>.<orgId>`. */
export const adsPullDecider: Decider<AdsPullState, AdsReportEvent> = {
  initialState: () => ({ pulledAt: null, problem: null }),
  evolve(state, event) {
    if (event.type === 'AdsPullCompleted') return { pulledAt: event.data.pulled_at, problem: null };
    return event.type === 'AdsPullIncomplete' ? { ...state, problem: event.data } : state;
  },
};

/** Says that a pull is in; the same again, or an older one, changes nothing. */
export function completePull(state: AdsPullState, pull: DataOf<'AdsPullCompleted'>): AdsReportEvent[] {
  return state.pulledAt !== null && state.pulledAt >= pull.pulled_at ? [] : [{ type: 'AdsPullCompleted', data: pull }];
}

/** Says that a pull is not whole, and why; once for each reason. */
export function reportIncompletePull(
  state: AdsPullState,
  identity: Pick<DataOf<'AdsPullIncomplete'>, 'application_id' | 'org_id' | 'at'>,
  problem: ReadingProblem,
): AdsReportEvent[] {
  const { problem: existingProblem, pulledAt: pulled_at } = state;
  if (existingProblem !== null && sameProblem(existingProblem, problem)) return [];
  const untrusted = existingProblem?.untrusted === true || isUntrustedResponse(problem.reason);
  const since = existingProblem?.since ?? identity.at;
  return [{ type: 'AdsPullIncomplete', data: { ...identity, since, pulled_at, untrusted, ...problem } }];
}

/** Whether two problems need the same of whoever reads them; details differ from call to call. */
export const sameProblem = (first: ReadingProblem, other: ReadingProblem): boolean =>
  first.state === other.state && first.reason === other.reason && first.http_status === other.http_status;

/** What the newest event of the stream says about how fresh figures are. */
export interface Freshness {
  /** The last completed pull, in milliseconds; `undefined` before the first. */
  readonly pulledAt: number | undefined;
  /** Whether no answer came since then whose content cannot be trusted. */
  readonly isTrusted: boolean;
}

export function freshnessOf(last: { readonly type: string; readonly data: object } | undefined): Freshness {
  const event = last as AdsReportEvent | undefined;
  if (event?.type === 'AdsPullCompleted') return { pulledAt: Date.parse(event.data.pulled_at), isTrusted: true };
  if (event?.type !== 'AdsPullIncomplete') return { pulledAt: undefined, isTrusted: true };
  const { pulled_at, untrusted } = event.data;
  return { pulledAt: pulled_at === null ? undefined : Date.parse(pulled_at), isTrusted: !untrusted };
}
