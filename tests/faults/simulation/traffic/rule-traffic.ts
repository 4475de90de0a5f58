import { automationStream, type DomainEventOf } from '@tapwise/domain';
import { defaultParams } from '../../../../domain/src/campaigns/automation/rule/rule-params.ts';
import { applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import type { MarketKeyword } from '../engines/ad-market.ts';
import type { World } from '../world.ts';
import { foundTeam, recordFirst, recordOnce, teamId, untilDone } from './team.ts';

/** Both raise all bids by a tenth. */
export const ruleIds: readonly number[] = [301, 302];
/** Micros: above it no rule raises. */
export const bidCap = 1_250_000;
/** So many days are asked for each time. */
const daysRestated = 7;
const dayMs = 86_400_000;
/** Of a percent. */
const tenthInMillionths = 10_000_000;

/** Two rules over the same campaigns. @param campaignIds Those of the market. */
export async function openRulesOf(world: World, campaignIds: readonly number[]): Promise<void> {
  await untilDone(world, () => foundTeam(world));
  const created_at = new Date(world.time.now()).toISOString();
  for (const automation_id of ruleIds) {
    const data: DomainEventOf<'AutomationCreated'>['data'] = {
      automation_id,
      application_id: applicationId,
      org_id: orgId,
      automation_type: 'raise_bids',
      name: `Rule ${automation_id}`,
      apply_to: { [orgId]: [...campaignIds] },
      automation_params: {
        ...defaultParams,
        campaign_type: 'regular',
        step_type: 'percentage',
        step_value: tenthInMillionths,
        cpt_bid_cap: bidCap,
      },
      receive_notifications: false,
      status: 'active',
      created_by: teamId,
      created_at,
      mode: 'live',
      window: 'lifetime',
    };
    await untilDone(world, () =>
      recordFirst(world, automationStream(automation_id), [{ type: 'AutomationCreated', data }]),
    );
  }
}

/** Ends all rules; runs under way go on to their end. */
export async function pauseRules(world: World): Promise<void> {
  for (const automation_id of ruleIds) {
    const change_id = crypto.randomUUID();
    const changed_at = new Date(world.time.now()).toISOString();
    const data = { automation_id, change_id, changed_by: teamId, changed_at };
    await untilDone(world, () =>
      recordOnce(world, automationStream(automation_id), { type: 'AutomationPaused', data }),
    );
  }
}

/** The ad service says something else about a day, at one of the keywords. */
export function restateDay({ time, random, reports }: World, keywords: readonly MarketKeyword[]): void {
  const day = new Date(time.now() - random.upTo(daysRestated) * dayMs).toISOString().slice(0, 10);
  reports.restate(random, random.pick(keywords), day);
}
