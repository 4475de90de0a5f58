import type { Step } from '../activity/step.ts';
import type { ApplyChangeActivities } from '../apply-change/apply-change.activities.ts';
import type { CreateCampaignActivities } from '../create-campaign/create-campaign.activities.ts';
import type { DeliverWebhooksActivities } from '../deliver-webhooks/deliver-webhooks.activities.ts';
import type { WorkDriver, WorkStep } from '../starter/keep-working.ts';
import type { SyncCreativesActivities } from '../sync-creatives/sync-creatives.activities.ts';
import { readSyncKey } from '../sync-creatives/sync-creatives.contract.ts';

const stepOf = (step: Step): WorkStep => (step.done ? 'settled' : { again_seconds: step.again_seconds });

/** Carries changes out itself: intent, every call and every outcome are in the log, so it needs no other memory. */
export const changeFromLoop = ({ applyChange }: ApplyChangeActivities): WorkDriver => ({
  name: 'loop',
  apply: async (change_id, beside) => stepOf(await applyChange({ change_id, beside: beside ?? [] })),
});

/** Carries creations out itself, in the same way. */
export const createFromLoop = ({ createCampaign }: CreateCampaignActivities): WorkDriver => ({
  name: 'loop',
  apply: async (creation_id) => stepOf(await createCampaign({ creation_id })),
});

/** Reads product pages itself, in the same way. */
export const syncFromLoop = ({ syncCreatives }: SyncCreativesActivities): WorkDriver => ({
  name: 'loop',
  apply: async (key) => stepOf(await syncCreatives(readSyncKey(key))),
});

/** Posts to customers' addresses itself, in the same way. */
export const deliverFromLoop = ({ deliverWebhooks }: DeliverWebhooksActivities): WorkDriver => ({
  name: 'loop',
  apply: async (endpoint_id) => stepOf(await deliverWebhooks({ endpoint_id })),
});
