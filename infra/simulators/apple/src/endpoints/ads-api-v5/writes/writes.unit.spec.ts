import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { type AdsApiResponse, createCaller } from '../../../testing/ads-api-caller.ts';
import { control, writesOf } from '../../../testing/control-calls.ts';

const ORG = 40669820;
const startAt = Date.parse('2026-11-20T18:00:00Z');
const money = (amount: string, currency = 'USD') => ({ amount, currency });
const later = '2026-11-21T08:00:00.000';

let folder: string;
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

const start = async (at: number) => {
  simulator = await startSimulator({ startAt: at, scale: 0.05, movement: 'off', dataDir: folder });
  call = await createCaller(simulator);
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-writes-'));
  await start(startAt);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => control(simulator, '/control', { reset: true }));

type Wire = Record<string, unknown> & { id: number };
const single = ({ body }: AdsApiResponse) => body.data as Wire;
const many = ({ body }: AdsApiResponse) => body.data as Wire[];
const problems = ({ status, body }: AdsApiResponse) => [
  status,
  ...(body.error?.errors ?? []).map(({ messageCode, field }) => `${messageCode} ${field}`),
];

/** The first running campaign with its first ad group, and the keywords of that. */
function writeTarget() {
  const campaign = simulator.world.campaigns.find(
    ({ org, name }) => org.orgId === ORG && name === 'US | Brand | Exact',
  );
  const adGroup = campaign?.adGroups[0];
  if (campaign === undefined || adGroup === undefined) throw new Error('the market has changed');
  const keywords = adGroup.keywords.filter(({ deleted }) => !deleted);
  return { campaign, adGroup, keywords, path: `/campaigns/${campaign.id}/adgroups/${adGroup.id}` };
}
const put = (path: string, body: unknown) => call(path, ORG, body, 'PUT');
const newCampaign = (name: string) =>
  call('/campaigns', ORG, {
    adamId: 1500000001,
    name,
    adChannelType: 'SEARCH',
    supplySources: ['APPSTORE_SEARCH_RESULTS'],
    billingEvent: 'TAPS',
    countriesOrRegions: ['US', 'GB'],
    dailyBudgetAmount: money('50'),
    status: 'PAUSED',
    budgetAmount: money('900'),
  });

describe('settings that are written', () => {
  it('are what every answer shows from then on, over a restart too, until a reset', async () => {
    const { campaign, keywords, path } = writeTarget();
    const [first, second] = keywords;
    const before = single(await call(path, ORG)).defaultBidAmount;
    await put(`/campaigns/${campaign.id}`, { campaign: { dailyBudgetAmount: money('999.5') } });
    await put(path, { defaultBidAmount: money('2.4'), cpaGoal: money('5'), automatedKeywordsOptIn: true });
    const updated = await put(`${path}/targetingkeywords/bulk`, [
      { id: second?.id, bidAmount: null },
      { id: first?.id, bidAmount: money('3.10'), status: 'PAUSED' },
    ]);
    expect(many(updated).map(({ id, bidAmount }) => [id, bidAmount])).toEqual([
      [second?.id, null],
      [first?.id, money('3.1')],
    ]);
    for (const restart of [false, true]) {
      if (restart) {
        await simulator.stop();
        await start(startAt + 60_000);
      }
      expect(single(await call(`/campaigns/${campaign.id}`, ORG)).dailyBudgetAmount).toEqual(money('999.5'));
      expect(single(await call(path, ORG))).toMatchObject({
        defaultBidAmount: money('2.4'),
        cpaGoal: money('5'),
        automatedKeywordsOptIn: true,
      });
      expect(single(await call(`${path}/targetingkeywords/${first?.id}`, ORG))).toMatchObject({
        bidAmount: money('3.1'),
        status: 'PAUSED',
      });
      expect(await writesOf(simulator)).toHaveLength(3);
    }
    await control(simulator, '/control', { reset: true });
    expect(single(await call(path, ORG)).defaultBidAmount).toEqual(before);
    expect(await writesOf(simulator)).toEqual([]);
  });

  it('are refused with the row and what is wrong with it, and then nothing is done', async () => {
    const { campaign, keywords, path } = writeTarget();
    const budget = String(campaign.dailyBudget * 10);
    const rows = [
      { id: keywords[0]?.id, bidAmount: money('1') },
      { id: 5 },
      { id: keywords[1]?.id, bidAmount: money(budget) },
    ];
    const refused = await put(`${path}/targetingkeywords/bulk`, rows);
    expect(problems(refused)).toEqual([
      400,
      'INVALID_KEYWORD_ID KeywordImport[1].id',
      'INVALID_BID_AMOUNT KeywordImport[2].bidAmount',
    ]);
    await control(simulator, '/faults', { bulk_refusals: 'hidden' });
    expect(problems(await put(`${path}/targetingkeywords/bulk`, rows))).toEqual([400, 'INVALID_KEYWORD_ID ']);
    await control(simulator, '/faults', { bulk_refusals: 'named', locked_keywords: [keywords[0]?.id] });
    expect(problems(await put(`${path}/targetingkeywords/bulk`, rows.slice(0, 1)))).toEqual([
      400,
      'KEYWORD_NOT_EDITABLE KeywordImport[0].id',
    ]);
    await control(simulator, '/faults', { locked_keywords: [] });
    expect((await writesOf(simulator)).map(({ status, effects }) => [status, effects])).toEqual(
      Array(3).fill([400, []]),
    );
  });

  it.each([
    [
      'a bid over the daily budget',
      (path: string) => put(path, { defaultBidAmount: money('99999') }),
      'INVALID_BID_AMOUNT defaultBidAmount',
    ],
    [
      'another currency',
      (path: string) => put(path, { defaultBidAmount: money('1', 'EUR') }),
      'INVALID_CURRENCY defaultBidAmount',
    ],
    [
      'a number for an amount',
      (path: string) => put(path, { defaultBidAmount: { amount: 1, currency: 'USD' } }),
      'INVALID_AMOUNT defaultBidAmount',
    ],
    [
      'Search Match without the bid',
      (path: string) => put(path, { automatedKeywordsOptIn: true }),
      'MISSING_REQUIRED_FIELD defaultBidAmount',
    ],
    ['an unknown field', (path: string) => put(path, { colour: 'red' }), 'INVALID_ATTRIBUTE_TYPE colour'],
  ])('refuse %s', async (_what, write, problem) => {
    expect(problems(await write(writeTarget().path))).toEqual([400, problem]);
  });

  it('keep a lifetime budget that was set at creation from falling, and allow none afterwards', async () => {
    const { campaign } = writeTarget();
    const added = await put(`/campaigns/${campaign.id}`, { campaign: { budgetAmount: money('9000') } });
    expect(problems(added)).toEqual([400, 'INVALID_BUDGET budgetAmount']);
    const { id } = single(await newCampaign('Lifetime'));
    const lowered = await put(`/campaigns/${id}`, { campaign: { budgetAmount: money('899') } });
    expect(problems(lowered)).toEqual([400, 'INVALID_BUDGET budgetAmount']);
    expect(single(await put(`/campaigns/${id}`, { campaign: { budgetAmount: money('901') } })).budgetAmount).toEqual(
      money('901'),
    );
    expect(problems(await put(`/campaigns/${id}`, { campaign: { dailyBudgetAmount: money('901') } }))[0]).toBe(400);
    expect(
      problems(await put(`/campaigns/${campaign.id}`, { campaign: { dailyBudgetAmount: money('0.02') } })),
    ).toEqual([400, 'INVALID_BUDGET dailyBudgetAmount']);
  });
});

describe('creation', () => {
  it('makes a campaign, an ad group and its keyword, which every find shows', async () => {
    const campaign = single(await newCampaign('New | Exact'));
    expect(campaign).toMatchObject({ status: 'PAUSED', countriesOrRegions: ['GB', 'US'], displayStatus: 'PAUSED' });
    expect(problems(await newCampaign('New | Exact'))).toEqual([400, 'DUPLICATE_NAME name']);
    const groups = `/campaigns/${campaign.id}/adgroups`;
    const target = { deviceClass: { included: ['IPHONE'] }, appDownloaders: { excluded: ['1500000001'] } };
    const body = {
      name: 'rain',
      pricingModel: 'CPC',
      defaultBidAmount: money('1.2'),
      startTime: later,
      targetingDimensions: target,
    };
    const group = single(await call(groups, ORG, body));
    expect(group.targetingDimensions).toMatchObject({ ...target, age: null });
    expect(problems(await call(groups, ORG, body))).toEqual([400, 'DUPLICATE_NAME name']);
    expect(problems(await call(groups, ORG, { ...body, name: 'b', startTime: '2026-11-01T08:00:00.000' }))[0]).toBe(
      400,
    );
    const keywords = `${groups}/${group.id}/targetingkeywords`;
    const row = (text: string) => ({ text, matchType: 'EXACT', bidAmount: money('1') });
    const made = await call(`${keywords}/bulk`, ORG, [row('rain'), row(' RAIN '), row('snow')]);
    expect(many(made).map(({ text }) => text)).toEqual(['rain', 'snow']);
    expect(problems(made)).toEqual([200, 'DUPLICATE_KEYWORD KeywordImport[1].text:matchType']);
    await control(simulator, '/faults', { duplicates: 'refused' });
    const again = await call(`${keywords}/bulk`, ORG, [row('rain'), row('hail')]);
    await control(simulator, '/faults', { duplicates: 'partial' });
    expect(problems(again)).toEqual([400, 'DUPLICATE_KEYWORD KeywordImport[0].text:matchType']);
    const bad = await call(`${keywords}/bulk`, ORG, [row('x'.repeat(81)), row('fine')]);
    expect(problems(bad)).toEqual([400, 'INVALID_KEYWORD KeywordImport[0].text']);
    const condition = (field: string, values: unknown[]) => ({
      conditions: [{ field, operator: 'IN', values: values.map(String) }],
    });
    expect(many(await call(`${groups}/find`, ORG, condition('name', ['rain', 'none'])))).toHaveLength(1);
    const response = await call(`${groups}/targetingkeywords/find`, ORG, condition('adGroupId', [group.id]));
    expect(many(response).map(({ text, status }) => [text, status])).toEqual([
      ['rain', 'ACTIVE'],
      ['snow', 'ACTIVE'],
    ]);
  });

  it('keeps negatives of campaigns and of ad groups apart', async () => {
    const { campaign, path } = writeTarget();
    const row = { text: 'free', matchType: 'EXACT' };
    const [ofCampaign] = many(await call(`/campaigns/${campaign.id}/negativekeywords/bulk`, ORG, [row]));
    const [ofGroup] = many(await call(`${path}/negativekeywords/bulk`, ORG, [row]));
    expect([ofCampaign?.adGroupId, ofGroup?.adGroupId]).toEqual([null, writeTarget().adGroup.id]);
    const repeated = await call(`/campaigns/${campaign.id}/negativekeywords/bulk`, ORG, [row]);
    expect([repeated.body.data, ...problems(repeated)]).toEqual([
      [],
      200,
      'DUPLICATE_KEYWORD NegativeKeywordImport[0].text:matchType',
    ]);
    const gone = await call(`/campaigns/${campaign.id}/negativekeywords/delete/bulk`, ORG, [ofCampaign?.id, 4]);
    expect(gone.body.data).toBe(1);
    expect(many(await call(`/campaigns/${campaign.id}/negativekeywords/find`, ORG, {}))).toEqual([]);
    expect(many(await call(`/campaigns/${campaign.id}/adgroups/negativekeywords/find`, ORG, {}))).toHaveLength(1);
  });

  it('makes creatives and ads, one enabled in an ad group at a time', async () => {
    const { path } = writeTarget();
    const [page] = many(await call('/apps/1500000001/product-pages?state=VISIBLE', ORG));
    const body = { adamId: 1500000001, name: 'Page', productPageId: page?.id, type: 'CUSTOM_PRODUCT_PAGE' };
    const creative = single(await call('/creatives', ORG, body));
    const ad = single(await call(`${path}/ads`, ORG, { creativeId: creative.id, name: 'Ad', status: 'ENABLED' }));
    const other = { creativeId: creative.id, name: 'Other', status: 'ENABLED' };
    expect(problems(await call(`${path}/ads`, ORG, other))).toEqual([400, 'INVALID_STATE status']);
    expect(single(await put(`${path}/ads/${ad.id}`, { status: 'PAUSED' })).status).toBe('PAUSED');
    expect((await call(`${path}/ads`, ORG, other)).status).toBe(200);
    expect((await call(`${path}/ads/${ad.id}`, ORG, undefined, 'DELETE')).status).toBe(200);
    expect(many(await call(`${path}/ads`, ORG)).map(({ name }) => name)).toEqual(['Other']);
  });
});

describe('deletion', () => {
  it('is soft, and reaches what is below', async () => {
    const { campaign, keywords, path } = writeTarget();
    expect((await call(`${path}/targetingkeywords/delete/bulk`, ORG, [keywords[0]?.id, 7])).body.data).toBe(1);
    expect((await call(`${path}/targetingkeywords/delete/bulk`, ORG, [7])).status).toBe(404);
    expect((await call(`/campaigns/${campaign.id}`, ORG, undefined, 'DELETE')).status).toBe(200);
    expect(single(await call(`/campaigns/${campaign.id}`, ORG))).toMatchObject({
      deleted: true,
      displayStatus: 'DELETED',
    });
    expect(single(await call(path, ORG)).deleted).toBe(true);
    expect(many(await call(`/campaigns/${campaign.id}/adgroups/targetingkeywords/find`, ORG, {}))).toEqual([]);
    expect(problems(await put(path, { status: 'PAUSED' }))).toEqual([400, 'INVALID_STATE id']);
  });
});
