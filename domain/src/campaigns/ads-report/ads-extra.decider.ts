import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import { sameValue } from '../../shared/same-value.ts';
import type {
  AdsExtraEvent,
  AdsExtraSubject,
  AdsMonthRow,
  ImpressionShareRow,
  SearchTermRow,
} from './ads-extra.events.ts';
import { type OpenProblem, sameProblem } from './ads-pull.decider.ts';
import { rowsPerEvent } from './ads-report.decider.ts';
import { changedRows, type ReducibleRows, withRows } from './figure-rows.ts';
import type { ReadingProblem } from './reading-problem.ts';

type DataOf<Type extends AdsExtraEvent['type']> = Extract<AdsExtraEvent, { type: Type }>['data'];
type ScopeOf<Type extends 'AdsMonthRowsRecorded' | 'SearchTermRowsRecorded' | 'ImpressionShareRecorded'> = Omit<
  DataOf<Type>,
  'rows'
>;

/** Whose month was pulled. */
export type AdsMonthScope = ScopeOf<'AdsMonthRowsRecorded'>;
/** Whose search terms were pulled. */
export type SearchTermScope = ScopeOf<'SearchTermRowsRecorded'>;
/** Whose impression shares were pulled. */
export type ImpressionShareScope = ScopeOf<'ImpressionShareRecorded'>;

/** The newest figures of a month, by campaign and country. */
export type AdsMonthState = ReadonlyMap<string, AdsMonthRow>;
/** The newest search terms of a day, by campaign and then by row. */
export type SearchTermState = ReadonlyMap<number, ReadonlyMap<string, SearchTermRow>>;
/** The newest impression shares of a day, by country and term. */
export type ImpressionShareState = ReadonlyMap<string, ImpressionShareRow>;
/** The last finished pull of each subject. */
export type AdsExtraPullState = Readonly<Partial<Record<AdsExtraSubject, { pulledAt: string; toDay: string }>>> & {
  /** Of subjects whose last pull was not whole. */
  readonly problems?: Readonly<Partial<Record<AdsExtraSubject, OpenProblem>>>;
};

/** Fold of `adsMonth-<applicationId>.<orgId>.<month>`. */
export const adsMonthDecider: Decider<AdsMonthState, AdsExtraEvent> = {
  initialState: () => new Map(),
  evolve: (state, event) =>
    event.type === 'AdsMonthRowsRecorded' ? withRows(state, event.data.rows, monthKey) : state,
};

/** Compares a month's whole pull with what is known; only rows that differ are recorded. */
export function diffMonthRows(
  state: AdsMonthState,
  scope: AdsMonthScope,
  pulled: readonly AdsMonthRow[],
  reducible: ReducibleRows = true,
): AdsExtraEvent[] {
  return chunksOf(changedRows(state, pulled, monthKey, reducible), rowsPerEvent).map((rows) => ({
    type: 'AdsMonthRowsRecorded',
    data: { ...scope, rows },
  }));
}

/** Fold of `searchTerms-<applicationId>.<orgId>.<day>`. */
export const searchTermDecider: Decider<SearchTermState, AdsExtraEvent> = {
  initialState: () => new Map(),
  evolve(state, event) {
    if (event.type !== 'SearchTermRowsRecorded') return state;
    const { campaign_id, rows } = event.data;
    return new Map(state).set(campaign_id, withRows(state.get(campaign_id), rows, termKey));
  },
};

/** Compares a campaign's search terms of one day with what is known; only rows that differ are recorded. */
export function diffSearchTermRows(
  state: SearchTermState,
  scope: SearchTermScope,
  pulled: readonly SearchTermRow[],
  reducible: ReducibleRows = true,
): AdsExtraEvent[] {
  const rows = changedRows(state.get(scope.campaign_id), pulled, termKey, reducible);
  return chunksOf(rows, rowsPerEvent).map((chunk) => ({
    type: 'SearchTermRowsRecorded',
    data: { ...scope, rows: chunk },
  }));
}

/** Fold of `impressionShare-<applicationId>.<orgId>.<day>`. */
export const impressionShareDecider: Decider<ImpressionShareState, AdsExtraEvent> = {
  initialState: () => new Map(),
  evolve: (state, event) =>
    event.type === 'ImpressionShareRecorded' ? withRows(state, event.data.rows, shareKey) : state,
};

/** What a list of impression shares says beside its rows. */
export interface ShareListing {
  /** A term that it does not hold had no impressions. */
  readonly isWhole?: boolean;
  /** Shares are exact, and no ranges. */
  readonly isExact?: boolean;
}

/**
 * Compares a day's impression shares with what is known. A term that a whole list no longer holds gets a share of nothing. A day that was
 * recorded in ranges stays as it is: exact shares, and those of all slots, begin with the days after it.
 */
export function diffImpressionShares(
  state: ImpressionShareState,
  scope: ImpressionShareScope,
  pulled: readonly ImpressionShareRow[],
  { isWhole = true, isExact = false }: ShareListing = {},
): AdsExtraEvent[] {
  if (isExact && [...state.values()].some(isRange)) return [];
  const newest = withRows(undefined, pulled, shareKey);
  for (const [key, row] of state) {
    const after = newest.get(key);
    if (after === undefined && isWhole) newest.set(key, withoutShares(row));
    // A list may come without the shares of all slots.
    if (after !== undefined && row.all_slots) newest.set(key, { all_slots: row.all_slots, ...after });
  }
  const changed = [...newest].filter(([key, row]) => !sameValue(state.get(key), row)).map(([, row]) => row);
  return chunksOf(changed, rowsPerEvent).map((rows) => ({ type: 'ImpressionShareRecorded', data: { ...scope, rows } }));
}

const noShare = { low_share: 0, high_share: 0 };
const withoutShares = (row: ImpressionShareRow): ImpressionShareRow => ({
  ...row,
  ...noShare,
  rank: 6,
  ...(row.all_slots && { all_slots: noShare }),
});

/** Even an exact share above 90 % is given as the range up to 1. */
const isRange = ({ low_share, high_share }: ImpressionShareRow): boolean => low_share < high_share && high_share <= 0.9;

/** Fold of `adsExtraPull-<applicationId>.<orgId>`. */
export const adsExtraPullDecider: Decider<AdsExtraPullState, AdsExtraEvent> = {
  initialState: () => ({}),
  evolve(state, event) {
    if (event.type === 'AdsExtraPullIncomplete') {
      return { ...state, problems: { ...state.problems, [event.data.subject]: event.data } };
    }
    if (event.type !== 'AdsExtraPullCompleted') return state;
    const { subject, pulled_at, to_day } = event.data;
    const { [subject]: _, ...problems } = state.problems ?? {};
    return { ...state, problems, [subject]: { pulledAt: pulled_at, toDay: to_day } };
  },
};

/** Says that a pull is not whole, and why; once for each reason. */
export function reportIncompleteExtraPull(
  state: AdsExtraPullState,
  identity: Pick<DataOf<'AdsExtraPullIncomplete'>, 'application_id' | 'org_id' | 'subject' | 'at'>,
  problem: ReadingProblem,
): AdsExtraEvent[] {
  const existingProblem = state.problems?.[identity.subject];
  if (existingProblem !== undefined && sameProblem(existingProblem, problem)) return [];
  return [
    { type: 'AdsExtraPullIncomplete', data: { ...identity, since: existingProblem?.since ?? identity.at, ...problem } },
  ];
}

/** Says that a pull is finished; the same again, or an older one, changes nothing. */
export function completeExtraPull(state: AdsExtraPullState, pull: DataOf<'AdsExtraPullCompleted'>): AdsExtraEvent[] {
  const existing = state[pull.subject];
  return existing !== undefined && existing.pulledAt >= pull.pulled_at
    ? []
    : [{ type: 'AdsExtraPullCompleted', data: pull }];
}

function monthKey(row: AdsMonthRow): string {
  return `${row.campaign_id} ${row.country}`;
}

/** What a row is about, within its campaign. */
export function termKey(
  row: Pick<SearchTermRow, 'ad_group_id' | 'keyword_id' | 'country' | 'source' | 'text'>,
): string {
  return `${row.ad_group_id} ${row.keyword_id} ${row.country} ${row.source} ${row.text}`;
}

function shareKey(row: ImpressionShareRow): string {
  return `${row.country} ${row.search_term}`;
}
