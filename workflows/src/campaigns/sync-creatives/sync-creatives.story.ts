import type { Steps } from '../../story/steps.ts';
import type { MissingPages, SyncCreativesActivities, SyncCreativesInput, SyncEnd } from './sync-creatives.contract.ts';

type CreativesSteps = Steps<SyncCreativesInput, SyncCreativesActivities>;

/** Makes the product pages of an application usable for ads of an organization, and records which there are. */
export async function syncCreatives(steps: CreativesSteps, organization: SyncCreativesInput): Promise<void> {
  const { call, sleep, continueWith } = steps;
  for (;;) {
    const missing = await call.findMissingPages(organization);
    if (missing.kind === 'ended') return;
    const end = missing.kind === 'open' ? await makeMissing(steps, organization, missing) : missing;
    if (end.kind === 'pause') await sleep(end.seconds);
    if (end.kind === 'refused') {
      const { message, apple_status } = end;
      await call.recordSyncFailure({ ...organization, message, apple_status });
    }
    await continueWith(organization);
  }
}

async function makeMissing(
  { call }: CreativesSteps,
  organization: SyncCreativesInput,
  { makes, pages }: Extract<MissingPages, { kind: 'open' }>,
): Promise<SyncEnd> {
  const made: number[] = [];
  for (const page of pages) {
    const end = await call.makeCreative({ ...organization, page });
    if (end.kind === 'made') made.push(end.creative_id);
    else if (end.kind !== 'done') return end;
  }
  return call.recordCreatives({ ...organization, makes, made });
}
