import type { SearchAdsClient } from '@tapwise/adapters';
import { adsConnectionStream, campaignStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adsApis, type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { happened, inTables, linkOrganization } from '../../support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type ChangeWorker, startChangeWorker } from '../../support/workers/change-worker.ts';

const adamId = 1500000002;
let simulator: SimulatorProcess;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

describe.each(adsApis)('campaigns whose bids Apple sets, over %s', (adsApi) => {
  let api: ApiService;
  let client: SearchAdsClient;
  let worker: ChangeWorker;
  let token: string;
  let base: { application_id: number; asa_organization_id: number };
  let ids: { campaign: number; manual: number; adGroup: number; keyword: number };

  beforeAll(async () => {
    api = await startApi({
      tables: true,
      settings: { changeWaits: { there: 10_000, away: 500 } },
      appleAds: { version: adsApi },
    });
    client = simulator.searchAds({ api: adsApi });
    worker = startChangeWorker(api.log, client);
    const owner = await api.signUp();
    token = owner.token;
    const body = { name: 'Ledgerly', url: `https://apps.apple.com/app/id${adamId}` };
    const made = await api.call('POST', '/api/application', { token, body });
    const orgId = (await client.acls()).items.find(({ currency }) => currency === 'JPY')?.org_id ?? 0;
    base = { application_id: Number(made.body.application_id), asa_organization_id: orgId };
    const application = { id: base.application_id, adamId, accountId: owner.accountId };
    const none = { orgId, campaignId: 1, adGroupId: 2, keywordId: 3 };
    await linkOrganization(api, application, none, { pulled: false, currency: 'JPY' });
    const bound = { org_id: orgId, ad_account_id: orgId, v1_org_id: orgId, proven_by: 'link' } as const;
    const bound_at = api.deps.now().toISOString();
    const bindsAt = await happened(api, adsConnectionStream(orgId), {
      type: 'AdAccountBound',
      data: { ...bound, bound_at },
    });
    await api.deps.appleAds.connections.reached(bindsAt);
    const campaigns = await observeAll(orgId);
    const [automatic] = campaigns.filter(({ target_cpa_micros }) => target_cpa_micros !== undefined);
    const manual = campaigns.find(({ name }) => name === 'JP | Brand | Exact');
    const campaign = automatic?.campaign_id ?? 0;
    const [keyword] = (await client.findKeywords({ orgId, currency: 'JPY' }, campaign)).items;
    const { ad_group_id: adGroup = 0, keyword_id = 0 } = keyword ?? {};
    ids = { campaign, manual: manual?.campaign_id ?? 0, adGroup, keyword: keyword_id };
  });
  afterAll(async () => {
    await worker.stop();
    await api.stop();
  });

  /** What a pull finds, in the log. */
  async function observeAll(org_id: number) {
    const scope = { orgId: org_id, currency: 'JPY' };
    const campaigns = (await client.findCampaigns(scope, adamId)).items;
    let position = 0n;
    for (const campaign of campaigns) {
      const { campaign_id } = campaign;
      const observed = { org_id, campaign_id, observed_at: api.deps.now().toISOString() };
      const ad_groups = (await client.findAdGroups(scope, campaign_id)).items;
      const keywords = (await client.findKeywords(scope, campaign_id)).items.slice(0, 400);
      position = await happened(
        api,
        campaignStream(campaign_id),
        { type: 'CampaignObserved', data: { ...observed, campaign } },
        { type: 'AdGroupsObserved', data: { ...observed, ad_groups: [...ad_groups] } },
        { type: 'KeywordsObserved', data: { ...observed, keywords } },
      );
    }
    await inTables(api, position);
    return campaigns;
  }

  const call = (method: 'PUT' | 'POST', path: string, body: object) =>
    api.call(method, `/api/asa/${path}`, { token, body: { ...base, ...body } });
  const rows = async (path: string, more: object = {}) => {
    const day = api.deps.now().toISOString().slice(0, 10);
    const { body } = await api.call('GET', `/api/asa/${path}`, {
      token,
      query: { ...base, from: day, to: day, ...more },
    });
    return body.rows as Record<string, unknown>[];
  };

  it('have a target CPA in reports, and neither bids nor an edit of one', async () => {
    const { campaign, manual, adGroup, keyword } = ids;
    const listed = await rows('campaigns', { status: 'all' });
    expect(listed.find(({ id }) => id === campaign)).toMatchObject({ bids_set_by_apple: true });
    expect(listed.find(({ id }) => id === campaign)?.target_cpa).toBeGreaterThan(0);
    expect(listed.find(({ id }) => id === manual)).toMatchObject({ target_cpa: null, bids_set_by_apple: false });
    const groups = (await rows('adgroups', { campaign_id: campaign })).filter(({ id }) => Number(id) > 0);
    const words = (await rows('keywords', { campaign_id: campaign, ad_group_id: adGroup })).filter(
      ({ id }) => Number(id) > 0,
    );
    expect(groups.length * words.length).toBeGreaterThan(0);
    for (const row of [...groups, ...words]) expect(row).toMatchObject({ cpt_bid: null, bids_set_by_apple: true });
    const message = 'Bids of this campaign are set by Apple (Maximize Conversions)';
    const bid = await call('PUT', 'keywords_bids', { new_bids: { [`${campaign}:${adGroup}:${keyword}`]: 90 } });
    const group = await call('PUT', 'adgroups_bids', {
      campaign_id: campaign,
      bids: { [adGroup]: { cpt: 90, cpa: 300 } },
    });
    for (const refused of [bid, group])
      expect(refused).toMatchObject({ status: 400, body: { error_message: message } });
    const added = { campaign_id: campaign, keywords: ['ledger rain'], cpt: 90 };
    expect(await call('PUT', 'discovery_campaign', added)).toMatchObject({
      status: 400,
      body: { error_message: message },
    });
  });

  it('take another target, list it in the history, and take the old one back', async () => {
    const { campaign, manual } = ids;
    const key = String(campaign);
    const before = Number((await rows('campaigns')).find(({ id }) => id === campaign)?.target_cpa);
    const set = await call('PUT', 'campaigns_budgets', { budgets: { [campaign]: { target_cpa: before + 30 } } });
    const row = { key, field: 'target_cpa', outcome: 'changed', old: before, new: before + 30 };
    expect(set).toMatchObject({ status: 200, body: { status: 'ok', results: [row] } });
    await inTables(api, set.position ?? 0n);
    expect((await rows('campaigns')).find(({ id }) => id === campaign)).toMatchObject({ target_cpa: before + 30 });
    const again = { budgets: { [campaign]: { target_cpa: 5 } }, based_on: { [campaign]: { target_cpa: before } } };
    const conflict = await call('PUT', 'campaigns_budgets', again);
    expect(conflict).toMatchObject({ status: 409, body: { results: [{ outcome: 'conflict', current: before + 30 }] } });
    const elsewhere = await call('PUT', 'campaigns_budgets', { budgets: { [manual]: { target_cpa: 5 } } });
    expect(elsewhere.body.error_message).toBe('Only campaigns on Maximize Conversions have a target CPA');
    const { application_id } = base;
    const undo = { application_id, change_id: set.body.change_id };
    const undone = await api.call('POST', '/api/asa/undo', { token, body: undo });
    expect(undone).toMatchObject({ status: 200, body: { results: [{ ...row, old: before + 30, new: before }] } });
    await inTables(api, undone.position ?? 0n);
    const day = api.deps.now().toISOString().slice(0, 10);
    const query = { ...base, from: day, to: day, key, field: 'target_cpa' };
    const history = await api.call('GET', '/api/asa/changes', { token, query });
    const changes = history.body.changes as Record<string, unknown>[];
    const made = changes.filter(({ outcome }) => outcome === 'changed');
    expect(made.map(({ actor_kind, old, new: now }) => [actor_kind, old, now])).toEqual([
      ['undo', before + 30, before],
      ['person', before, before + 30],
    ]);
  });

  it('belong to an interface with or without total budgets and bars in names', async () => {
    const total = adsApi === 'v1' ? 'Apple no longer has total budgets.' : undefined;
    const older = 'A lifetime budget can only be set when the campaign is created';
    const edits = [
      await call('PUT', 'campaigns_budgets', { budgets: { [ids.manual]: { total: 90_000 } } }),
      await call('POST', 'change_sets', {
        name: 'S',
        rows: [{ key: String(ids.manual), field: 'budget', new: 90_000 }],
      }),
    ];
    for (const { status, body } of edits) expect([status, body.error_message]).toEqual([400, total ?? older]);
    // Nothing creates here: what is taken waits.
    const refusal = async (path: string, body: object) => {
      const { status, body: response } = await call('POST', path, body);
      return status === 200 ? undefined : response.error_message;
    };
    const campaign = { countries: ['US'], daily_budget_amount: 900, cpt: 90, keywords: ['rain'] };
    expect(await refusal('skag_campaign', { ...campaign, name: 'A', budget_amount: 9000 })).toBe(total);
    expect(await refusal('discovery_campaign', { ...campaign, name: 'B | C' })).toBe(
      adsApi === 'v1' ? 'Apple no longer allows | in names' : undefined,
    );
    const template = 'campaign,countries,daily_budget,lifetime_budget,keyword,cpt\nD,US,900,9000,rain,90\n';
    expect(await refusal('skag_campaign_bulk', { template })).toBe(total);
  });
});
