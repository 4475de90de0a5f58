import type { StepEnd } from '../create-campaign.contract.ts';
import { recordSettings } from './enable-keyword.ts';
import { campaignIdAt, planAt, type StepContext } from './step-context.ts';
import { done, haltOf } from './step-end.ts';

/** Switches a new campaign on as the last step, or removes it when none of its keywords could be made. */
export async function finishCampaign(
  context: StepContext,
  campaign: number,
  end: 'enabled' | 'removed' | 'kept',
): Promise<StepEnd> {
  const { creation, log, writer, claimAutomationNumber } = context;
  const campaignId = campaignIdAt(creation, campaign);
  if (end !== 'kept') {
    const sent =
      end === 'enabled'
        ? await writer.updateCampaign(log.scope, campaignId, { status: 'ENABLED' })
        : await writer.deleteCampaign(log.scope, campaignId);
    if (sent.kind !== 'done') return haltOf(sent);
    const status = end === 'enabled' ? 'ENABLED' : 'DELETED';
    const key = String(campaignId);
    await recordSettings(log, creation, campaignId, [
      [campaign, { key, field: 'status', base: 'PAUSED', new: status }],
    ]);
  }
  const automation_id =
    end === 'enabled' && planAt(creation, campaign).automation ? await claimAutomationNumber() : null;
  const { creation_id } = creation.request;
  const data = { creation_id, campaign, end, automation_id, finished_at: log.at() };
  await log.step({ type: 'CreationCampaignFinished', data });
  return done;
}
