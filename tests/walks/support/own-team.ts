import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { joinTeam, type TeamPerson } from '../../support/people/team-member.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

/** A team of two beside the demo, where visitors may not set limits nor have colleagues; its campaign has two ad groups. */
export interface OwnTeam extends SettingsChangeWorld {
  readonly colleague: TeamPerson;
  readonly campaignId: number;
  /** Opens a page as a person of the team, at the campaign's organization. */
  open(page: Page, person: { readonly token: string }, path: string): Promise<void>;
  /** Bids of the two ad groups at the ad service. */
  bids(): unknown[];
}

const campaignId = 9901;

export async function startOwnTeam(): Promise<OwnTeam> {
  const webRoot = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
  const world = await startSettingsChangeWorld({ tables: true, settings: { webRoot } });
  const { api, service, orgId, applicationId } = world;
  const colleague = await joinTeam(api, world.owner, 'member');
  await world.campaign(campaignId, [
    { adGroupId: 99011, keywordId: 990111, bid: null, defaultBid: 1_000_000 },
    { adGroupId: 99012, keywordId: 990121, bid: null, defaultBid: 2_000_000 },
  ]);
  const day = api.deps.now().toISOString().slice(0, 10);
  const figures = { day, impressions: 1000, taps: 70, installs: 20, spendMicros: 30_000_000 };
  await inTables(
    api,
    await pulledFigures(api, applicationId, { orgId, campaignId, adGroupId: 99011, keywordId: 990111 }, figures),
  );
  const url = await api.listen();
  return {
    ...world,
    colleague,
    campaignId,
    open: async (page, { token }, path) => {
      await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
      const scope = `app=${applicationId}&org=${orgId}`;
      await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}${scope}`);
    },
    bids: () =>
      (service.world.adGroups.get(campaignId) ?? []).map(
        ({ defaultBidAmount }) => (defaultBidAmount as { amount: string }).amount,
      ),
  };
}
