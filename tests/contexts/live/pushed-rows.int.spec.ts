import type { ReportResponse } from '@tapwise/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowStore, joinUpdates, type RowsUpdate } from '../../../web/src/shared/report/model/rows/row-store.ts';
import {
  type AdsObjects,
  installed,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../support/facts/ads-world.ts';
import { outcome, type Page } from '../../support/people/live-page.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4301, campaignId: 5301, adGroupId: 6301, keywordId: 7301 };
let api: ApiService;
let url: string;
let token: string;
let applicationId: number;
let installs = 0;

beforeAll(async () => {
  api = await startApi({ tables: true });
  url = await api.listen();
  const person = await api.signUp();
  ({ token } = person);
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000031' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000031, accountId: person.accountId }, objects);
  const figures = { day: today(), impressions: 1000, taps: 50, installs: 20, spendMicros: 30_000_000 };
  await inTables(api, await pulledFigures(api, applicationId, objects, figures));
});
afterAll(() => api.stop());

const today = () => api.deps.now().toISOString().slice(0, 10);
const params = () => ({
  application_id: applicationId,
  asa_organization_id: objects.orgId,
  from: today(),
  to: today(),
});
const install = () => {
  installs += 1;
  return installed(api, applicationId, `pushed-${installs}`, objects);
};

async function reported() {
  const { body, position } = await api.call('GET', '/api/asa/campaigns', { token, query: params() });
  return { response: body as unknown as ReportResponse, position: String(position) };
}

/** The rows of a page as its store keeps them. */
const pageRows = ({ response, position }: Awaited<ReturnType<typeof reported>>) =>
  createRowStore({ rows: response.rows, totals: response.totals, asOf: response.as_of, position });

/** Connects and lets the server's messages flow into the rows, two at a time joined. @returns what disconnects it */
async function follow(rows: ReturnType<typeof pageRows>): Promise<Page> {
  const socket: Page = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } });
  let waiting: RowsUpdate | null = null;
  socket.on('rows', (message) => {
    waiting = joinUpdates(waiting, message);
    setImmediate(() => {
      if (waiting !== null) rows.apply(waiting, performance.now());
      waiting = null;
    });
  });
  await outcome(socket);
  await socket.emitWithAck('watch', { call: 'campaigns', params: params(), since: rows.position() ?? '0' });
  return socket;
}

const byId = (rows: readonly { id: number }[]) => [...rows].sort((first, second) => first.id - second.id);

describe('the rows of a page that the server pushes to', () => {
  it('are those of the report in the end, whenever the connection was cut', async () => {
    const rows = pageRows(await reported());
    let last = 0n;
    for (let round = 0; round < 8; round += 1) {
      last = await install();
      const socket = await follow(rows);
      // Cut before, while or after the tables apply what was appended.
      if (round % 2 === 1) await inTables(api, last);
      socket.disconnect();
    }
    const socket = await follow(rows);
    await inTables(api, last);
    const { response } = await reported();
    await eventually(
      async () => byId(rows.currentRows()),
      (current) => JSON.stringify(current) === JSON.stringify(byId(response.rows)),
    );
    socket.disconnect();
  });

  it('do not keep one that the report lost while the page was away for longer than is remembered', async () => {
    const { response } = await reported();
    const vanished = { id: 999, name: 'Deleted since', status: 'RUNNING' };
    const rows = pageRows({ response: { ...response, rows: [...response.rows, vanished] }, position: '1' });
    const socket = await follow(rows);
    await eventually(
      async () => rows.row(vanished.id)?.gone,
      (gone) => gone === true,
    );
    expect(byId(rows.currentRows()).map(({ id }) => id)).toContain(objects.campaignId);
    socket.disconnect();
  });
});
