import { campaignDecider } from '../campaign/campaign.decider.ts';
import type { CampaignEvent } from '../campaign/campaign.events.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { type ChangeRequest, changeDecider, type ExistingChange } from './change.decider.ts';
import type { ChangeRow } from './change-row.ts';
import type { EntryLimits } from './checks/entry-limits.ts';

export const changeId = '5f0e8a44-6c1d-4b7e-9a58-0d6b1b3c2f11';
/** What older and newer interfaces of the ad service take. */
export const olderLimits: EntryLimits = { totalBudgets: true, barsInNames: true };
export const newerLimits: EntryLimits = { totalBudgets: false, barsInNames: false };
const scope = { org_id: 9, campaign_id: 700, observed_at: '2026-11-23T00:00:00.000Z' };

interface SampleGroup {
  readonly id: number;
  readonly bid?: number;
  readonly deleted?: boolean;
  /** Own bids by keyword. */
  readonly keywords?: Readonly<Record<number, number | null>>;
}

/** Campaign 700 of organization 9 and app 42, as the log has it. Amounts in micros. */
export function sampleCampaign(
  groups: readonly SampleGroup[] = [{ id: 710, keywords: { 720: 1_000_000, 721: null } }],
  more: {
    daily?: number | null;
    total?: number | null;
    bidding?: string;
    target?: number;
    deleted?: boolean;
    currency?: string;
  } = {},
): CampaignState {
  const { daily = 45_000_000, total = null, bidding, target, deleted = false, currency = 'USD' } = more;
  const modified_at = null;
  const events: CampaignEvent[] = [
    {
      type: 'CampaignObserved',
      data: {
        ...scope,
        campaign: {
          campaign_id: 700,
          adam_id: 42,
          name: 'A',
          status: 'ENABLED',
          display_status: 'RUNNING',
          deleted,
          countries: ['US'],
          supply_sources: [],
          currency,
          budget_micros: total,
          daily_budget_micros: daily,
          modified_at,
          ...(bidding === undefined ? {} : { bidding_strategy: bidding }),
          ...(target === undefined ? {} : { target_cpa_micros: target }),
        },
      },
    },
    {
      type: 'AdGroupsObserved',
      data: {
        ...scope,
        ad_groups: groups.map(({ id, bid = 1_000_000, deleted: gone = false }) => ({
          ad_group_id: id,
          name: `G${id}`,
          status: 'ENABLED' as const,
          display_status: 'RUNNING',
          deleted: gone,
          default_bid_micros: bid,
          cpa_goal_micros: null,
          search_match: true,
          modified_at,
        })),
      },
    },
    {
      type: 'KeywordsObserved',
      data: {
        ...scope,
        keywords: groups.flatMap(({ id, keywords = {} }) =>
          Object.entries(keywords).map(([keyword, bid_micros]) => ({
            keyword_id: Number(keyword),
            ad_group_id: id,
            text: keyword,
            match_type: 'EXACT',
            bid_micros,
            status: 'ACTIVE' as const,
            deleted: false,
            modified_at,
          })),
        ),
      },
    },
  ];
  return campaignDecider.evolveMany(campaignDecider.initialState(), events);
}

export const sampleRequest = (rows: readonly ChangeRow[], more: Partial<ChangeRequest> = {}): ChangeRequest => ({
  change_id: changeId,
  application_id: 3,
  org_id: 9,
  currency: 'USD',
  actor: { kind: 'person', account_id: 17, source: null },
  comment: null,
  requested_at: '2026-11-23T06:00:00.000Z',
  guardrails_confirmed: false,
  undoes: null,
  campaigns: [{ campaign_id: 700, revision: 2 }],
  rows: [...rows],
  ...more,
});

/** The change after its request. */
export function sampleChange(rows: readonly ChangeRow[], more: Partial<ChangeRequest> = {}): ExistingChange {
  const event = { type: 'ChangeRequested', data: sampleRequest(rows, more) } as const;
  const state = changeDecider.evolve(changeDecider.initialState(), event);
  if (state.status === 'absent') throw new Error('No change');
  return state;
}
