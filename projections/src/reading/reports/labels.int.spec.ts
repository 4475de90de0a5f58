import type { ClickHouseClient } from '@tapwise/adapters';
import type { DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  adGroupReport,
  allKeywordsReport,
  areLabelsOfApplication,
  campaignReport,
  campaignSeries,
  keywordReport,
} from '../../queries.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import {
  adamId,
  adGroup,
  applicationId,
  campaign,
  figures,
  keyword,
  label,
  labelled,
  orgId,
  pullCompleted,
} from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import type { Report, ReportQuestion } from './report.ts';

const question: ReportQuestion = {
  scope: {
    applicationId,
    adamId,
    orgId,
    orgCurrency: 'EUR',
    timeZone: 'UTC',
    currency: 'EUR',
    smallBusiness: false,
    linkedOrgIds: [orgId],
  },
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-10T23:00:00.000Z'),
};
const inCampaign = { ...question, campaignId: 1 };
const inAdGroup = { ...inCampaign, adGroupId: 11 };
const deleted = (label_id: number): StreamEvent => {
  const data: DomainEventOf<'LabelDeleted'>['data'] = {
    application_id: applicationId,
    label_id,
    account_id: 7,
    deleted_at: '2026-03-10T13:00:00.000Z',
  };
  return { stream: label(label_id).stream, event: { type: 'LabelDeleted', data } };
};
const world: readonly StreamEvent[] = [
  campaign(1),
  campaign(2),
  adGroup(1, 11, { search_match: true }),
  keyword(1, 11, 111),
  keyword(1, 11, 112),
  adGroup(2, 21),
  keyword(2, 21, 211),
  figures('campaign', 1, '2026-03-05', [{ impressions: 100, spend_micros: 5_000_000 }]),
  figures('campaign', 2, '2026-03-05', [{ impressions: 30, spend_micros: 2_000_000 }]),
  figures('keyword', 1, '2026-03-05', [
    { ad_group_id: 11, keyword_id: 111, impressions: 60 },
    { ad_group_id: 11, keyword_id: 112, impressions: 10 },
  ]),
  pullCompleted('2026-03-10T12:00:00.000Z'),
  label(3),
  label(4),
  label(5),
  labelled(4, [{ key: '1' }, { key: '2' }, { key: '1:11:111' }, { key: '2:21', outcome: 'refused' }]),
  labelled(3, [{ key: '1:11:111' }, { key: '2:21' }]),
  labelled(4, [{ key: '1', add: false }]),
  labelled(5, [{ key: '1' }, { key: '1:11:112' }]),
];

let tables: TablesUnderTest;
let client: ClickHouseClient;
beforeAll(async () => {
  tables = await startTables();
  client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(world), [4, 100]);
});
afterAll(() => tables.stop());

const labelsOf = ({ rows }: Report) => rows.map(({ id, labels }) => [id, labels]);
const idsOf = ({ rows }: Report) => rows.map(({ id }) => id);

it('rows of every level have the labels of their object, those of no object have none', async () => {
  expect(labelsOf(await campaignReport(client, question))).toEqual([
    [1, [5]],
    [2, [4]],
    [0, []],
    [-1, []],
  ]);
  expect(labelsOf(await adGroupReport(client, { ...question, campaignId: 2 }))).toEqual([[21, [3]]]);
  expect(labelsOf(await keywordReport(client, inAdGroup))).toEqual([
    [111, [3, 4]],
    [112, [5]],
    [0, []],
  ]);
});

it('chosen by labels are objects that have one of them or are in one that has, and totals are theirs', async () => {
  const chosen = await campaignReport(client, { ...question, labels: [4] });
  expect(idsOf(chosen)).toEqual([2]);
  expect(chosen.totals).toMatchObject({ impressions: 30, spend: 2 });
  expect(idsOf(await keywordReport(client, { ...inAdGroup, labels: [3] }))).toEqual([111]);
  expect(idsOf(await keywordReport(client, { ...inAdGroup, labels: [5] }))).toEqual([111, 112]);
  const all = { ...question, campaignIds: [1, 2] };
  expect(idsOf(await allKeywordsReport(client, { ...all, labels: [3] }))).toEqual([111, 211]);
  const page = { descending: false, offset: 1, limit: 1 };
  expect(await allKeywordsReport(client, { ...all, labels: [3, 5], window: page })).toMatchObject({
    rows: [{ id: 112 }],
    rowCount: 3,
    totals: { impressions: 70 },
  });
  const series = await campaignSeries(client, { ...question, labels: [5], granularity: 'month' });
  expect(series.items.map(({ id }) => id)).toEqual([1]);
});

it('a label that was deleted is on no object, and still the application’s own', async () => {
  await writeInBatches(client, asRecorded([...world, deleted(5)]), [100]);
  expect(labelsOf(await keywordReport(client, inAdGroup))).toContainEqual([112, []]);
  expect(idsOf(await campaignReport(client, { ...question, labels: [5] }))).toEqual([]);
  expect(await areLabelsOfApplication(client, applicationId, [4, 5])).toBe(true);
  expect(await areLabelsOfApplication(client, applicationId + 1, [4])).toBe(false);
});
