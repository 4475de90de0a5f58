import { inParallel } from '../../story/in-parallel.ts';
import type { Steps } from '../../story/steps.ts';
import type { ApplyChangeActivities, ApplyChangeInput, CampaignPass, OpenChange } from './apply-change.contract.ts';

type ChangeSteps = Steps<ApplyChangeInput, ApplyChangeActivities>;

const campaignsAtOnce = 4;

/**
 * Carries a change out, campaign by campaign: sends what may be sent, and reads back what was not answered until every row has its
 * outcome. Woken when Stop all, which may hold it back, is released, and when an organization may be connected again.
 */
export async function applyChange(steps: ChangeSteps, change: ApplyChangeInput): Promise<void> {
  for (;;) {
    const left = await steps.call.readOpenCampaigns(change);
    if (left.status === 'ended') return;
    if (left.status === 'waiting') {
      await steps.untilWoken(left.seconds);
    } else {
      const pauses = await passCampaigns(steps, change, left);
      if (pauses.length === 0) return steps.call.settleChange(change);
      await steps.untilWoken((Math.min(...pauses) - steps.now()) / 1000);
    }
    await steps.continueWith(change);
  }
}

/** @returns when each campaign that is left is to be looked at again; milliseconds since 1970. */
async function passCampaigns(
  { call, now }: ChangeSteps,
  change: ApplyChangeInput,
  { campaigns, later_campaigns, in_doubt: leftUnconfirmed }: Extract<OpenChange, { status: 'open' }>,
): Promise<number[]> {
  const dues: number[] = [];
  let hasUnsent = false;
  const pass = async (campaign_id: number): Promise<void> => {
    const { pause_seconds, has_unsent }: CampaignPass = await call.applyToCampaign({ ...change, campaign_id });
    if (pause_seconds !== null) dues.push(now() + pause_seconds * 1000);
    hasUnsent ||= has_unsent;
  };
  // What others wait for comes first, so that they need not be looked at again.
  await inParallel(campaigns, campaignsAtOnce, pass);
  await inParallel(later_campaigns, campaignsAtOnce, pass);
  if (dues.length > 0 && !leftUnconfirmed && !hasUnsent) await call.recordDoubt(change);
  return dues;
}
