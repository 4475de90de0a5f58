import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import type { AdFiguresEvent, AdFiguresRow } from './ad-figures.events.ts';
import { rowsPerEvent } from './ads-report.decider.ts';
import { changedRows, type ReducibleRows, withRows } from './figure-rows.ts';

/** The newest figures of ads of a day, by campaign and then by row. */
export type AdFiguresState = ReadonlyMap<number, ReadonlyMap<string, AdFiguresRow>>;

/** Fold of `adFigures-<applicationId>.<orgId>.<day>`. */
export const adFiguresDecider: Decider<AdFiguresState, AdFiguresEvent> = {
  initialState: () => new Map(),
  evolve: (state, { data: { campaign_id, rows } }) =>
    new Map(state).set(campaign_id, withRows(state.get(campaign_id), rows, adFiguresKey)),
};

/** Compares a campaign's ads of one day with what is known; only rows that differ are recorded. */
export function diffAdFigures(
  state: AdFiguresState,
  scope: Omit<AdFiguresEvent['data'], 'rows'>,
  pulled: readonly AdFiguresRow[],
  reducible: ReducibleRows = true,
): AdFiguresEvent[] {
  const rows = changedRows(state.get(scope.campaign_id), pulled, adFiguresKey, reducible);
  return chunksOf(rows, rowsPerEvent).map((part) => ({ type: 'AdFiguresRecorded', data: { ...scope, rows: part } }));
}

/** What a row is about, within its campaign. */
export const adFiguresKey = ({
  ad_id,
  ad_group_id,
  creative_id,
  country,
}: Pick<AdFiguresRow, 'ad_id' | 'ad_group_id' | 'creative_id' | 'country'>): string =>
  `${ad_group_id} ${ad_id} ${creative_id} ${country}`;
