import { type QueryTags, tagQueries } from '@tapwise/adapters';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AdsObjects, linkOrganization } from '../../../tests/support/facts/ads-world.ts';
import { bundledProgram } from '../../../tests/support/programs/program-arguments.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import {
  type StandInClickHouse,
  startStandInClickHouse,
} from '../../../tests/support/stand-ins/stand-in-clickhouse.ts';
import { createBigReports } from '../reports/queries/big-reports/big-reports.ts';
import { readReportParameters } from '../reports/report-parameters.ts';
import { presentScope } from '../reports/report-scope.ts';

const objects: AdsObjects = { orgId: 4401, campaignId: 5401, adGroupId: 6401, keywordId: 7401 };
let engine: StandInClickHouse;
let api: ApiService;
let token: string;
let applicationId: number;
let begin: number;

beforeAll(async () => {
  engine = await startStandInClickHouse();
  api = await startApi({ tablesUrl: new URL(engine.url).origin });
  const person = await api.signUp();
  ({ token } = person);
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: person.accountId }, objects);
});
afterAll(async () => {
  await api.stop();
  await engine.stop();
});
beforeEach(() => {
  begin = engine.statements.length;
});

/** The log comments of what the engine was asked since the test began. */
const comments = (): (QueryTags & { query: string })[] =>
  engine.statements.slice(begin).map(({ settings }) => JSON.parse(settings.log_comment ?? '{}'));

it('the questions of a report name themselves, the route and the team', async () => {
  const day = api.deps.now().toISOString().slice(0, 10);
  const query = { application_id: applicationId, asa_organization_id: objects.orgId, from: day, to: day };
  await api.call('GET', '/api/asa/campaigns', { token, query });
  const team = api.deps.directory.state.applications.get(applicationId)?.team_id;
  expect(team).toBeTypeOf('number');
  expect(comments().length).toBeGreaterThan(0);
  for (const { query: name, ...tags } of comments()) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(tags).toEqual({ route: 'GET /api/asa/campaigns', team });
  }
});

it('the questions of a large report do so in the thread where they are asked', async () => {
  const reports = createBigReports(engine.url, bundledProgram('big-report.thread'));
  const ids = { application_id: `${applicationId}`, asa_organization_id: `${objects.orgId}` };
  const days = { from: '2026-02-01', to: '2026-02-07', campaign_ids: `${objects.campaignId}` };
  const parameters = readReportParameters('all_campaigns_keywords', { ...ids, ...days }, false);
  const scope = presentScope(api.deps, applicationId, objects.orgId);
  if (scope === undefined) throw new Error('The organization is not linked');
  const tags = { route: 'GET /api/asa/all_campaigns_keywords', team: 7 };
  // The engine has nothing to answer with; what it was asked is enough.
  await tagQueries(tags, () => reports.ask({ scope, parameters, now: api.deps.now() })).catch(() => undefined);
  await reports.close();
  expect(comments().length).toBeGreaterThan(0);
  for (const { query: _name, ...rest } of comments()) expect(rest).toEqual(tags);
});
