import type { ReportResponse, ReportRow } from '@tapwise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdsObjects,
  installed,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import { readReportParameters } from '../report-parameters.ts';
import { reportCsv } from './report-csv.ts';

const objects: AdsObjects = { orgId: 4401, campaignId: 5401, adGroupId: 6401, keywordId: 7401 };
let api: ApiService;
let token: string;
let applicationId: number;

beforeAll(async () => {
  api = await startApi({ tables: true });
  const person = await api.signUp();
  ({ token } = person);
  const body = { name: '=Moon, "vale"', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: person.accountId }, objects);
  const figures = { day: today(), impressions: 1000, taps: 50, installs: 20, spendMicros: 30_000_000 };
  await pulledFigures(api, applicationId, objects, figures);
  await inTables(api, await installed(api, applicationId, 'install-1', objects));
});
afterAll(() => api.stop());

const today = () => api.deps.now().toISOString().slice(0, 10);
const query = (more: Record<string, string> = {}) => ({
  application_id: `${applicationId}`,
  asa_organization_id: `${objects.orgId}`,
  from: today(),
  to: today(),
  ...more,
});
const asFile = (call: string, more: Record<string, string> = {}) =>
  api.app.inject({
    url: `/api/asa/${call}`,
    query: query({ format: 'csv', ...more }),
    headers: { authorization: `Bearer ${token}` },
  });

/** Lines by their cells; every quoted cell is of one line. */
function tableOf(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split('\r\n');
  return lines.map((line) =>
    line
      .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
  );
}

describe('a report as a file', () => {
  it.each([
    ['campaigns', {}, 'campaigns'],
    ['adgroups', { campaign_id: `${objects.campaignId}` }, 'ad-groups'],
    ['keywords', { campaign_id: `${objects.campaignId}`, ad_group_id: `${objects.adGroupId}` }, 'keywords'],
    ['all_campaigns_keywords', { campaign_ids: `${objects.campaignId}`, group: 'keyword' }, 'keywords'],
    ['basic_by_countries', {}, 'countries'],
  ])('%s holds the figures of the answer, their totals and what it says about itself', async (call, more, name) => {
    const json = await api.call('GET', `/api/asa/${call}`, { token, query: query(more) });
    const response = json.body as unknown as ReportResponse;
    const file = await asFile(call, more);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="tapwise-${name}-${today()}-${today()}.csv"`,
    );
    expect(file.headers['x-log-position']).toBe(String(json.position));
    const [header = [], ...lines] = tableOf(file.body);
    const cell = (line: number, column: string) => lines[line]?.[header.indexOf(column)];
    const text = (value: unknown) => (value === null ? '' : String(value));
    expect(response.rows.length).toBeGreaterThan(0);
    for (const [index, row] of response.rows.entries()) {
      expect(cell(index, 'Id')).toBe(String(row.id));
      expect(cell(index, `Spend, ${response.currency}`)).toBe(text(row.spend));
      expect(cell(index, 'TTR, fraction')).toBe(text(row.ttr));
      expect(cell(index, `Predicted Income, ${response.currency}`)).toBe(text(row.predicted_income));
    }
    expect(cell(response.rows.length, `Spend, ${response.currency}`)).toBe(String(response.totals.spend));
    expect(lines[response.rows.length]).toContain('Total');
    expect(lines[response.rows.length + 1]).toEqual(['']);
    const receipt = lines.slice(response.rows.length + 2);
    expect(receipt[0]).toEqual(['Application', `'=Moon, "vale"`]);
    expect(receipt).toContainEqual(['Log position', String(json.position)]);
    expect(receipt.at(-2)).toEqual(['Rows', String(response.rows.length)]);
  });

  it('is refused like the report itself, and for buckets', async () => {
    const wrong = [
      ['format', 'xls'],
      ['from', '2026-02-30'],
      ['granularity', 'day'],
      ['status', 'on'],
    ] as const;
    for (const [name, value] of wrong) {
      const refused = await asFile('campaigns', { [name]: value });
      expect(refused.statusCode).toBe(400);
      expect(refused.headers['content-type']).toContain('application/json');
    }
    const elsewhere = await asFile('adgroups', { campaign_id: '999999' });
    expect(elsewhere.statusCode).toBe(404);
    expect(elsewhere.json()).toMatchObject({ code: 'not_found' });
    expect(elsewhere.headers['content-disposition']).toBeUndefined();
  });

  it('leaves out what an answer leaves out, and comes in pieces', () => {
    const row = (id: number): ReportRow => ({ id, name: `-row ${id}`, status: null, installs: id });
    const response: ReportResponse = {
      status: 'ok',
      currency: 'EUR',
      rows: Array.from({ length: 2_500 }, (_, id) => row(id + 1)),
      totals: { installs: 5 },
      as_of: { ads: null, sdk: null, store: null, impression_share: null },
    };
    const parameters = readReportParameters(
      'campaigns',
      query({ country: 'US,DE', claim_type: 'view', status: 'paused' }),
      true,
    );
    const facts = {
      application: 'A',
      organization: 'O',
      timeZone: 'UTC',
      parameters,
      position: 7n,
      madeAt: new Date(0),
    };
    const pieces = [...reportCsv(response, facts)];
    expect(pieces.length).toBe(6);
    const lines = tableOf(pieces.join(''));
    expect(lines.slice(0, 2)).toEqual([
      ['Id', 'Name', 'Status', 'Installs'],
      ['1', "'-row 1", '', '1'],
    ]);
    expect(lines).toContainEqual(['Countries', 'DE,US']);
    expect(lines).toContainEqual(['Claim type', 'View-through']);
    expect(lines.at(-2)).toEqual(['Rows', '2500']);
  });
});
