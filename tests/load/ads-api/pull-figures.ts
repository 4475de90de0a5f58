import type { SearchAdsClient, SearchAdsWriter, WriteEnd, WriteScope } from '@tapwise/adapters';
import { createPullActivities } from '../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import { runBounded } from '../../../workflows/src/streams/run-bounded.ts';
import { asActivity } from '../../../workflows/src/testing/as-activity.ts';
import type { AdsApi } from '../../contract/apple/simulator-process.ts';
import { followDirectory } from '../../support/facts/linked-application.ts';
import {
  type SimulatedOrganization,
  simulatedAdamId,
  startSimulatedOrganization,
} from '../../support/facts/simulated-organization.ts';
import { printRatio } from '../measuring/figures.ts';

/** What is made beside the campaigns of the simulated market. */
const campaigns = 20;
const groupsPerCampaign = 20;
const keywordsPerGroup = 50;
const groupsAtOnce = 5;

interface PullCost {
  readonly calls: number;
  readonly seconds: number;
}

/** Prints calls and time of a first pull of 30 days, and of the next one, over both versions and one world. */
export async function measurePulls(): Promise<void> {
  const older = await pullsOver('v5');
  const newer = await pullsOver('v1');
  for (const pull of ['first', 'next'] as const) {
    const name = `${pull} pull of 30 days, ${campaigns * groupsPerCampaign * keywordsPerGroup} keywords more than usual`;
    const ours = newer[pull];
    const base = older[pull];
    printRatio(`${name}, v1 ÷ v5`, { ours: ours.calls, base: base.calls, unit: 'calls' }, '≤ 1.5');
    printRatio(`${name}, v1 ÷ v5`, { ours: ours.seconds, base: base.seconds, unit: 's' }, 'none');
  }
}

/** Each in a world of its own, which is the same: what a worker has read once costs the next less. */
async function pullsOver(api: AdsApi): Promise<Record<'first' | 'next', PullCost>> {
  const world = await startSimulatedOrganization({ simulator: { SIMULATOR_SCALE: '1' } });
  const stopping = new AbortController();
  try {
    await makeKeywords(world, world.simulator.searchAds({ api: 'v5' }).writer);
    let calls = 0;
    const searchAds = world.simulator.searchAds({ api, onAnswer: () => (calls += 1) });
    const pull = pullerOf(world, searchAds, stopping.signal);
    const cost = async (): Promise<PullCost> => {
      calls = 0;
      const began = performance.now();
      await pull();
      return { calls, seconds: (performance.now() - began) / 1000 };
    };
    return { first: await cost(), next: await cost() };
  } finally {
    stopping.abort();
    await world.stop();
  }
}

/** A worker that pulls structure and 30 days. */
function pullerOf({ log, ref }: SimulatedOrganization, searchAds: SearchAdsClient, signal: AbortSignal) {
  const directory = followDirectory(log, signal);
  const { pullStructure, pullReports } = createPullActivities({ log, directory, searchAds, pauseSeconds: 5 });
  return async (): Promise<void> => {
    await asActivity(pullStructure)(ref);
    await asActivity(pullReports)({ ...ref, ages: { newest: 0, oldest: 29 } });
  };
}

async function makeKeywords({ ref, organization }: SimulatedOrganization, writer: SearchAdsWriter): Promise<void> {
  const scope: WriteScope = { orgId: ref.org_id, currency: organization.currency, priority: 'creation' };
  for (let number = 0; number < campaigns; number += 1) {
    const campaign = madeBy(
      await writer.createCampaign(scope, {
        name: `Large ${number}`,
        adamId: simulatedAdamId,
        countries: ['US'],
        dailyBudget: '50',
        totalBudget: null,
        status: 'PAUSED',
        invoiceDetails: null,
      }),
    );
    const names = Array.from({ length: groupsPerCampaign }, (_, index) => `Group ${index}`);
    await runBounded(names, groupsAtOnce, (name) => makeGroup(writer, scope, campaign.id, name));
  }
}

async function makeGroup(writer: SearchAdsWriter, scope: WriteScope, campaignId: number, name: string): Promise<void> {
  const adGroup = madeBy(
    await writer.createAdGroup(scope, campaignId, {
      name,
      status: 'ENABLED',
      defaultBid: '1',
      cpaGoal: null,
      searchMatch: false,
      startsAt: new Date(Date.now() + 60_000),
      device: null,
      audience: null,
      adamId: simulatedAdamId,
    }),
  );
  const keywords = Array.from({ length: keywordsPerGroup }, (_, index) => ({
    adGroupId: adGroup.id,
    text: `${name} word ${index}`,
    matchType: 'EXACT' as const,
    bid: null,
    status: 'ENABLED' as const,
  }));
  madeBy(await writer.createKeywords(scope, campaignId, keywords));
}

/** @throws Error for a write that was not done. */
function madeBy<Value>(end: WriteEnd<Value>): Value {
  if (end.kind === 'done') return end.value;
  throw new Error(`Not made: ${JSON.stringify(end)}`);
}
