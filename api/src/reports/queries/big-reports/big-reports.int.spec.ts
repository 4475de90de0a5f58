import { openClickHouse } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdsObjects,
  installed,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../../../../tests/support/facts/ads-world.ts';
import { bundledProgram } from '../../../../../tests/support/programs/program-arguments.ts';
import { type ApiService, startApi } from '../../../../../tests/support/services/api-service.ts';
import { asRefusal } from '../../../http/refusals.ts';
import { readReportParameters } from '../../report-parameters.ts';
import { presentScope } from '../../report-scope.ts';
import { readReport, readReportOffThread } from '../read-report.ts';
import { reportCsv } from '../report-csv.ts';
import { type BigReports, createBigReports } from './big-reports.ts';

const objects: AdsObjects = { orgId: 4301, campaignId: 5301, adGroupId: 6301, keywordId: 7301 };
let api: ApiService;
let applicationId: number;
let reports: BigReports;
const thread = bundledProgram('big-report.thread');
const unreachable = createBigReports('http://127.0.0.1:9/tapwise', thread);

beforeAll(async () => {
  api = await startApi({ tables: true });
  reports = createBigReports(api.addresses.CLICKHOUSE_URL, thread);
  const person = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  const added = await api.call('POST', '/api/application', { token: person.token, body });
  applicationId = Number(added.body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: person.accountId }, objects);
  const day = api.deps.now().toISOString().slice(0, 10);
  await pulledFigures(api, applicationId, objects, {
    day,
    impressions: 1000,
    taps: 50,
    installs: 20,
    spendMicros: 30_000_000,
  });
  await inTables(api, await installed(api, applicationId, 'install-1', objects));
});
afterAll(async () => {
  await Promise.all([reports.close(), unreachable.close(), away.close()]);
  await api.stop();
});

const away = openClickHouse('http://127.0.0.1:9/tapwise');
const fewRows = () => {
  const day = api.deps.now().toISOString().slice(0, 10);
  return { application_id: `${applicationId}`, asa_organization_id: `${objects.orgId}`, from: day, to: day };
};

function task(restricted: boolean) {
  const day = api.deps.now().toISOString().slice(0, 10);
  const ids = { application_id: `${applicationId}`, asa_organization_id: `${objects.orgId}` };
  const raw = { ...ids, from: day, to: day, campaign_ids: `${objects.campaignId}` };
  const parameters = readReportParameters('all_campaigns_keywords', raw, restricted);
  const scope = presentScope(api.deps, applicationId, objects.orgId);
  if (scope === undefined) throw new Error('The organization is not linked');
  return { scope, parameters, now: api.deps.now() };
}

describe('a report made in a thread of its own', () => {
  it.each([false, true])('is the one the server would make (restricted: %s)', async (restricted) => {
    const reportTask = task(restricted);
    const { response, position } = await readReport(
      { tables: api.deps.tables, now: () => reportTask.now },
      reportTask.scope,
      reportTask.parameters,
    );
    const made = await reports.ask(reportTask);
    expect(response.rows.map((row) => row.id)).toContain(objects.keywordId);
    expect(JSON.parse(made.text.toString('utf8'))).toEqual(JSON.parse(JSON.stringify(response)));
    expect(made.position).toBe(position);
  });

  it('is also asked there when it is watched or explained', async () => {
    const reportTask = task(false);
    // Tables that are away for the server's own thread.
    const deps = { tables: away, now: () => reportTask.now, bigReports: reports };
    const { response } = await readReportOffThread(deps, reportTask.scope, reportTask.parameters);
    expect(response.rows.map((row) => row.id)).toContain(objects.keywordId);
    const few = readReportParameters('campaigns', fewRows(), false);
    await expect(readReportOffThread(deps, reportTask.scope, few)).rejects.toThrow();
  });

  it('is handed over as the file of the same report when one is wanted', async () => {
    const reportTask = task(false);
    const { response, position } = await readReport(
      { tables: api.deps.tables, now: () => reportTask.now },
      reportTask.scope,
      reportTask.parameters,
    );
    const csv = { application: 'Moonvale', organization: 'Apps' };
    const made = await reports.ask({ ...reportTask, csv });
    const facts = {
      ...csv,
      timeZone: reportTask.scope.timeZone,
      parameters: reportTask.parameters,
      position,
      madeAt: reportTask.now,
    };
    expect(made.text.toString('utf8')).toBe([...reportCsv(response, facts)].join(''));
    expect(made.text.toString('utf8')).toContain(`${objects.keywordId},`);
  });

  it('reports what went wrong so that it is refused like any other', async () => {
    const fault = await unreachable.ask(task(false)).catch((error: unknown) => error);
    expect(asRefusal(fault)).toMatchObject({ code: 'unavailable' });
  });

  it('is refused while too many wait', async () => {
    const reportTask = task(false);
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => unreachable.ask(reportTask)));
    const tooMany = all.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DomainError);
    expect(tooMany.length).toBeGreaterThan(15);
    expect(tooMany.length).toBeLessThan(40);
  });
});
