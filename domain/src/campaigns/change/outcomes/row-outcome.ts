import type { CampaignState } from '../../campaign/campaign.state.ts';
import type { AdSettings, NegativeSettings } from '../../campaign/campaign-settings.ts';
import type { OutsideActor, OutsideSetting } from '../../change-history/outside-actor.ts';
import type { ChangeRequest } from '../change.decider.ts';
import {
  type ChangeActor,
  type ChangedObject,
  type ChangeField,
  type ChangeRow,
  objectOfKey,
  type SettingValue,
} from '../change-row.ts';
import { objectAfter } from './object-after.ts';
import {
  type ConfirmedRowEvent,
  confirmedRowEvents,
  type FinalOutcome,
  otherRowEvents,
  type RowAttempt,
  type RowEvent,
} from './row-outcome.events.ts';

/** What is found out about a row. */
export interface RowResult {
  readonly outcome: FinalOutcome;
  /** As read right before; `undefined` where nothing was read. */
  readonly remote: SettingValue | undefined;
  /** What was set, where that is not what was asked for. */
  readonly set?: SettingValue;
  /** Of a changed product page: the ads of the ad group as they are now. */
  readonly ads?: readonly AdSettings[] | undefined;
  /** Of a negative that was added or removed: as it is now. */
  readonly negative?: NegativeSettings | undefined;
  /** Of a conflict: who set what was found, by the record of the ad service. */
  readonly setter?: OutsideSetting | undefined;
  readonly note?: string | undefined;
  readonly appleStatus?: number | undefined;
  readonly message?: string | undefined;
  readonly attempts: readonly RowAttempt[];
  readonly decidedAt: string;
}

const families: Readonly<
  Record<ChangeField, 'Bid' | 'Goal' | 'Budget' | 'Status' | 'SearchMatch' | 'ProductPage' | 'Negative'>
> = {
  cpt_bid: 'Bid',
  cpa_goal: 'Goal',
  budget: 'Budget',
  daily_cap: 'Budget',
  target_cpa: 'Goal',
  status: 'Status',
  search_match: 'SearchMatch',
  creative: 'ProductPage',
  negative: 'Negative',
};
const endings = {
  unchanged: 'FoundUnnecessary',
  refused: 'RefusedByApple',
  conflict: 'Conflicted',
  skipped: 'Skipped',
  unknown: 'OutcomeLeftUnknown',
} as const satisfies Readonly<Record<Exclude<FinalOutcome, 'changed'>, string>>;
const nouns = { campaign: 'Campaign', ad_group: 'AdGroup', keyword: 'Keyword' } as const;
const switched: ReadonlyMap<SettingValue, 'Enabled' | 'Paused' | 'Deleted'> = new Map([
  ['ENABLED', 'Enabled'],
  ['PAUSED', 'Paused'],
  ['DELETED', 'Deleted'],
]);

/**
 * The event of a row's outcome.
 * @param state Of its campaign, as the log has it before.
 * @throws RangeError for a setting its object does not have.
 */
export function rowEvent(request: ChangeRequest, row: number, result: RowResult, state: CampaignState): RowEvent {
  const changeRow = request.rows[row];
  if (changeRow === undefined) throw new RangeError(`The change has no row ${row}`);
  const object = objectOfKey(changeRow.key);
  const set = result.set === undefined ? changeRow.new : result.set;
  const { outcome, remote, attempts, decidedAt } = result;
  const common = {
    org_id: request.org_id,
    campaign_id: object.campaignId,
    change_id: request.change_id,
    row,
    key: changeRow.key,
    field: changeRow.field,
    actor: request.actor,
    reason: request.comment,
    old: remote === undefined ? changeRow.base : remote,
    new: set,
    base: changeRow.base,
    live: remote ?? null,
    currency: request.currency,
    note: result.note ?? changeRow.note ?? null,
    apple_status: result.appleStatus ?? null,
    message: result.message ?? null,
    attempts: [...attempts],
    decided_at: decidedAt,
  };
  const type =
    outcome === 'changed' ? confirmedType(object, changeRow.field, set) : otherType(changeRow.field, outcome);
  const data = {
    ...common,
    ...(outcome === 'changed' ? objectAfter(state, object, changeRow.field, set, result) : {}),
    ...(outcome === 'conflict' ? conflictFields(state, changeRow, result) : {}),
  };
  return { type, data } as RowEvent;
}

/** Who set what was found instead, where that is known: a change of ours, or someone elsewhere. */
export function setterOf(
  { ownSettings, outsideSettings }: Pick<CampaignState, 'ownSettings' | 'outsideSettings'>,
  { key, field }: Pick<ChangeRow, 'key' | 'field'>,
  current: SettingValue | undefined,
): { readonly by: ChangeActor | null; readonly outside: OutsideActor | null; readonly at: string | null } {
  const ours = ownSettings.get(`${key} ${field}`);
  const theirs = outsideSettings.get(`${key} ${field}`);
  const isOurs = ours !== undefined && ours.value === current;
  const isTheirs = theirs !== undefined && theirs.value === current;
  if (isTheirs && (!isOurs || theirs.at > ours.at)) return { by: null, outside: theirs.actor, at: theirs.at };
  return isOurs ? { by: ours.actor, outside: null, at: ours.at } : { by: null, outside: null, at: null };
}

function conflictFields(state: CampaignState, row: ChangeRow, { remote, setter }: RowResult) {
  const { by, outside, at } =
    setter === undefined ? setterOf(state, row, remote) : { by: null, outside: setter.actor, at: setter.at };
  return { set_by: by, set_at: at, ...(outside === null ? {} : { set_outside: outside }) };
}

function confirmedType({ level }: ChangedObject, field: ChangeField, set: SettingValue): string {
  switch (field) {
    case 'cpt_bid':
      return `${nouns[level]}BidChanged`;
    case 'cpa_goal':
      return set === null ? 'AdGroupCpaGoalCleared' : 'AdGroupCpaGoalChanged';
    case 'budget':
      return 'CampaignTotalBudgetRaised';
    case 'daily_cap':
      return 'CampaignDailyBudgetChanged';
    case 'target_cpa':
      return 'CampaignTargetCpaChanged';
    case 'search_match':
      return set === true ? 'SearchMatchSwitchedOn' : 'SearchMatchSwitchedOff';
    case 'creative':
      return 'AdGroupProductPageChanged';
    case 'negative':
      return set === null ? 'NegativeKeywordRemoved' : 'NegativeKeywordRestored';
    case 'status':
      return `${nouns[level]}${switched.get(set) ?? 'Paused'}`;
  }
}

const otherType = (field: ChangeField, outcome: Exclude<FinalOutcome, 'changed'>): string =>
  `${families[field]}Change${endings[outcome]}`;

const confirmedTypes: ReadonlySet<string> = new Set(confirmedRowEvents.map(({ type }) => type));
const outcomesByType: ReadonlyMap<string, FinalOutcome> = new Map([
  ...confirmedRowEvents.map(({ type }) => [type, 'changed'] as const),
  ...otherRowEvents.flatMap(({ type }) =>
    Object.entries(endings).flatMap(([outcome, ending]) =>
      type.endsWith(ending) ? [[type, outcome as FinalOutcome] as const] : [],
    ),
  ),
]);

/** Whether an event of a campaign is the outcome of a row of a change. */
export const isRowEvent = (event: { type: string }): event is RowEvent => outcomesByType.has(event.type);
/** Types of all outcomes. */
export const rowEventTypes: readonly RowEvent['type'][] = [...confirmedRowEvents, ...otherRowEvents].map(
  ({ type }) => type,
);
/** @returns the outcome that an event records. */
export const outcomeOf = (event: RowEvent): FinalOutcome => outcomesByType.get(event.type) ?? 'unknown';
/** Whether it says that a setting was set; it carries its object's settings then. */
export const isConfirmed = (event: { type: string }): event is ConfirmedRowEvent => confirmedTypes.has(event.type);
/** Types of outcomes that say that a setting was set. */
export const confirmedRowTypes: readonly ConfirmedRowEvent['type'][] = confirmedRowEvents.map(({ type }) => type);
