import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReportFigures, type SearchAdsClient, wholeItems } from '@tapwise/adapters';
import {
  addDays,
  type CampaignSettings,
  dayInZone,
  decimalStringFromMicros,
  type VisibleOrganization,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adsApis, type SimulatorProcess, startSimulator } from './simulator-process.ts';

const apps = [1500000001, 1500000002];

describe.each(adsApis)('over %s', (api) => {
  let simulator: SimulatorProcess;
  let client: SearchAdsClient;
  let organizations: readonly VisibleOrganization[];
  let campaigns: { organization: VisibleOrganization; campaign: CampaignSettings }[];

  beforeAll(async () => {
    simulator = await startSimulator();
    client = simulator.searchAds({ api });
    // The newer interface shows accounts that the older one hid: they have no campaigns here.
    const ours = new Set(wholeItems(await simulator.searchAds().acls()).map(({ org_id }) => org_id));
    organizations = wholeItems(await client.acls()).filter(({ org_id }) => ours.has(org_id));
    campaigns = [];
    for (const organization of organizations) {
      for (const adamId of apps) {
        const listedCampaigns = wholeItems(await client.findCampaigns(scopeOf(organization), adamId));
        campaigns.push(...listedCampaigns.map((campaign) => ({ organization, campaign })));
      }
    }
  });

  afterAll(async () => {
    await simulator.stop();
  });

  const scopeOf = (organization: VisibleOrganization) => ({
    orgId: organization.org_id,
    currency: organization.currency,
  });

  interface Truth {
    rows: { id: number; campaign_id: number; impressions: number; taps: number; spend: string }[];
  }

  interface Sums {
    impressions: number;
    taps: number;
    spend: string;
  }

  /** Sums over countries by the object a level is about. */
  function sumsBy(figures: readonly ReportFigures[], idOf: (figure: ReportFigures) => number): Map<number, Sums> {
    const sums = new Map<number, { impressions: number; taps: number; micros: number }>();
    for (const figure of figures) {
      const sum = sums.get(idOf(figure)) ?? { impressions: 0, taps: 0, micros: 0 };
      const { impressions, taps, spend_micros } = figure.row;
      sums.set(idOf(figure), {
        impressions: sum.impressions + impressions,
        taps: sum.taps + taps,
        micros: sum.micros + spend_micros,
      });
    }
    const readable = ([id, { micros, ...counts }]: [number, { impressions: number; taps: number; micros: number }]) =>
      [id, { ...counts, spend: decimalStringFromMicros(micros, 4) }] as const;
    return new Map([...sums].map(readable));
  }

  const truthById = ({ rows }: Truth): Map<number, Sums> =>
    new Map(
      rows
        .filter((row) => row.id > 0 && (row.impressions > 0 || row.taps > 0))
        .map(({ id, impressions, taps, spend }) => [id, { impressions, taps, spend }]),
    );

  describe('the ad service and its client', () => {
    it('agree on the organizations', () => {
      expect(organizations).toHaveLength(3);
      expect(new Set(organizations.map((organization) => organization.currency)).size).toBe(3);
      for (const { org_id, time_zone } of organizations) {
        expect(org_id).toBeGreaterThan(0);
        expect(() => dayInZone(0, time_zone)).not.toThrow();
      }
    });

    it('agree on the structure: every object is readable and has its parent', async () => {
      expect(campaigns.length).toBeGreaterThanOrEqual(20);
      let keywordCount = 0;
      for (const { organization, campaign } of campaigns) {
        const scope = scopeOf(organization);
        const { names: pageNames } = await client.productPageNames(scope, campaign.adam_id);
        const adGroups = wholeItems(await client.findAdGroups(scope, campaign.campaign_id));
        const keywords = wholeItems(await client.findKeywords(scope, campaign.campaign_id));
        const ads = wholeItems(await client.findAds(scope, campaign.campaign_id, pageNames));
        const ids = new Set(adGroups.map((adGroup) => adGroup.ad_group_id));
        for (const { ad_group_id } of [...keywords, ...ads]) expect(ids).toContain(ad_group_id);
        expect(campaign.currency).toBe(organization.currency);
        keywordCount += keywords.length;
      }
      expect(keywordCount).toBeGreaterThan(2000);
    });

    it('agree on the names of custom product pages', async () => {
      const names: (string | null)[] = [];
      for (const { organization, campaign } of campaigns) {
        const scope = scopeOf(organization);
        const { names: pageNames } = await client.productPageNames(scope, campaign.adam_id);
        const ads = wholeItems(await client.findAds(scope, campaign.campaign_id, pageNames));
        names.push(...ads.map((ad) => ad.product_page_name));
      }
      expect(names.length).toBeGreaterThan(0);
      expect(names.every((name) => name !== null && name !== '')).toBe(true);
    });

    it('agree to the last digit on the figures of a closed day, at every level', async () => {
      for (const organization of organizations) {
        const organizationCampaigns = campaigns
          .filter((entry) => entry.organization === organization)
          .map((entry) => entry.campaign);
        const [adamId = 0] = organizationCampaigns.map((campaign) => campaign.adam_id);
        const day = addDays(dayInZone(Date.now(), organization.time_zone), -10);
        const question = { ...scopeOf(organization), from: day, to: day };
        const truthOf = (level: string) =>
          simulator.truth<Truth>({ app: adamId, org: organization.org_id, day, level, people: 'all' });
        const ids = new Set(
          organizationCampaigns
            .filter((campaign) => campaign.adam_id === adamId)
            .map((campaign) => campaign.campaign_id),
        );
        const byCampaign = wholeItems(await client.report({ ...question, level: 'campaign' }));
        const figures = byCampaign.filter((figure) => ids.has(figure.campaign_id));
        expect(sumsBy(figures, (figure) => figure.campaign_id)).toEqual(truthById(await truthOf('campaign')));
        const finer: Record<'ad_group' | 'keyword', ReportFigures[]> = { ad_group: [], keyword: [] };
        for (const campaignId of ids) {
          for (const level of ['ad_group', 'keyword'] as const) {
            finer[level].push(...wholeItems(await client.report({ ...question, level, campaignId })));
          }
        }
        expect(sumsBy(finer.ad_group, (figure) => figure.row.ad_group_id)).toEqual(
          truthById(await truthOf('ad_group')),
        );
        expect(sumsBy(finer.keyword, (figure) => figure.row.keyword_id)).toEqual(truthById(await truthOf('keyword')));
      }
    });

    it('agree on the same figures however a stretch of days is cut', async () => {
      const [{ organization, campaign } = { organization: undefined, campaign: undefined }] = campaigns;
      if (organization === undefined) throw new Error('There are no campaigns');
      const today = dayInZone(Date.now(), organization.time_zone);
      const ask = async (oldest: number, newest: number) => {
        const days = { from: addDays(today, -oldest), to: addDays(today, -newest) };
        const campaignScope = { ...scopeOf(organization), campaignId: campaign.campaign_id };
        return wholeItems(await client.report({ level: 'keyword', ...campaignScope, ...days }));
      };
      const whole = await ask(40, 11);
      const pieces = (await Promise.all([ask(40, 31), ask(30, 21), ask(20, 11)])).flat();
      const inOrder = (figures: readonly ReportFigures[]) => figures.map((figure) => JSON.stringify(figure)).sort();
      expect(whole.length).toBeGreaterThan(0);
      expect(inOrder(pieces)).toEqual(inOrder(whole));
    });

    it('agree on search terms over a range and on ads with the figures of their ad groups', async () => {
      const shows = campaigns.find(({ campaign }) => campaign.name === 'US | Sleep stories page');
      if (shows === undefined) throw new Error('There is no campaign with product pages');
      const { organization, campaign } = shows;
      const today = dayInZone(Date.now(), organization.time_zone);
      const range = { from: addDays(today, -40), to: addDays(today, -5) };
      const question = { ...scopeOf(organization), campaignId: campaign.campaign_id, ...range };
      const groups = wholeItems(await client.report({ level: 'ad_group', ...question }));
      const sumOf = (all: readonly { impressions: number; spend_micros: number }[]) => ({
        impressions: all.reduce((sum, { impressions }) => sum + impressions, 0),
        spend: all.reduce((sum, { spend_micros }) => sum + spend_micros, 0),
      });
      const terms = wholeItems(await client.searchTermTotals(question));
      expect(sumOf(terms.map(({ figures }) => figures))).toEqual(sumOf(groups.map(({ row }) => row)));
      expect(terms.filter(({ text, figures }) => text !== '' && figures.impressions < 10)).toEqual([]);
      const ads = wholeItems(await client.adFigures(question));
      const withAds = new Set(ads.map(({ ad_group_id }) => ad_group_id));
      const groupsWithAds = groups.filter(({ row }) => withAds.has(row.ad_group_id));
      expect(sumOf(ads.map(({ figures }) => figures))).toEqual(sumOf(groupsWithAds.map(({ row }) => row)));
      expect(ads.length).toBeGreaterThan(10);
    });

    it('give the very same answer back while nothing changed', async () => {
      const [first] = campaigns;
      if (first === undefined) throw new Error('There are no campaigns');
      const ask = () => client.findKeywords(scopeOf(first.organization), first.campaign.campaign_id);
      expect((await ask()).items).toBe((await ask()).items);
    });

    it('reach back as far as the interface gives days', async () => {
      for (const organization of organizations) {
        const today = dayInZone(Date.now(), organization.time_zone);
        const question = { level: 'campaign', ...scopeOf(organization) } as const;
        const from = addDays(today, -client.limits.oldestDayAge);
        const oldest = await client.report({ ...question, from, to: addDays(today, -60) });
        expect(wholeItems(oldest).length).toBeGreaterThan(0);
      }
    });
  });

  describe('the ad service refuses, and its client says so', () => {
    it('an API user whose key is not the registered one', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'foreign-key-'));
      const privateKeyFile = join(folder, 'key.pem');
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      writeFileSync(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const foreign = simulator.searchAds({ api, credentials: { ...simulator.credentials, privateKeyFile } });
      await expect(foreign.acls()).rejects.toMatchObject({ retry: false, problems: [{ code: 'invalid_client' }] });
      rmSync(folder, { recursive: true });
    });

    it('an organization that is not ours', async () => {
      const foreign = { orgId: 1, currency: 'USD' };
      await expect(client.findCampaigns(foreign, 1500000001)).rejects.toMatchObject({ retry: false, status: 403 });
    });

    it('a campaign that does not exist', async () => {
      const [organization] = organizations;
      const scope = { orgId: organization?.org_id ?? 0, currency: 'USD' };
      if (api === 'v1') expect((await client.findKeywords(scope, 1)).items).toEqual([]);
      else await expect(client.findKeywords(scope, 1)).rejects.toMatchObject({ retry: false, status: 404 });
    });

    it.each([{ rate_limit_next: 1 }, { fail_next: 3 }])(
      'a call now and then, which is repeated: %o',
      async (switches) => {
        await simulator.faults(switches);
        const ids = (await client.acls()).items.map(({ org_id }) => org_id);
        expect(organizations.every(({ org_id }) => ids.includes(org_id))).toBe(true);
      },
    );
  });
});
