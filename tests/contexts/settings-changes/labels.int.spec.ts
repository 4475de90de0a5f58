import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization } from '../../support/facts/ads-world.ts';
import { joinTeam } from '../../support/people/team-member.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const first: AdsObjects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
const second: AdsObjects = { orgId: 4002, campaignId: 5002, adGroupId: 6002, keywordId: 7002 };
const theirs: AdsObjects = { orgId: 4003, campaignId: 5003, adGroupId: 6003, keywordId: 7003 };
const adamId = 1500000001;
const keywordKey = '5001:6001:7001';

let api: ApiService;
let token: string;
let owner: Awaited<ReturnType<ApiService['signUp']>>;
let theirToken: string;
const applications = { mine: 0, theirs: 0 };
beforeAll(async () => {
  api = await startApi({ tables: true });
  const me = await api.signUp();
  const they = await api.signUp();
  owner = me;
  token = me.token;
  theirToken = they.token;
  const added = async (owner: string) => {
    const body = { name: 'App', url: `https://apps.apple.com/app/id${adamId}` };
    return Number((await api.call('POST', '/api/application', { token: owner, body })).body.application_id);
  };
  applications.mine = await added(token);
  applications.theirs = await added(theirToken);
  const mine = { id: applications.mine, adamId, accountId: me.accountId };
  await linkOrganization(api, mine, first);
  await linkOrganization(api, mine, second, { pulled: true, currency: 'EUR' });
  await inTables(
    api,
    await linkOrganization(api, { id: applications.theirs, adamId, accountId: they.accountId }, theirs),
  );
});
afterAll(() => api.stop());

const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, fields: object, as: object = {}) =>
  api.call(method, `/api/asa/${path}`, { token, body: { application_id: applications.mine, ...fields }, ...as });
const labels = async () =>
  (await api.call('GET', '/api/asa/labels', { token, query: { application_id: applications.mine } })).body.labels;
const made = async (name: string): Promise<number> => Number((await call('POST', 'labels', { name })).body.id);
const change = (query: object) =>
  api.call('GET', '/api/asa/changes', { token, query: { application_id: applications.mine, ...query } });

describe('labels of an application', () => {
  it('are made once under a name, renamed, counted and deleted', async () => {
    const id = await made(' Stars ');
    expect(await call('POST', 'labels', { name: 'sTARS' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error_message: 'There is already a label with this name' },
    });
    expect(await call('POST', 'labels', { name: ' ' })).toMatchObject({
      status: 400,
      body: { error_message: 'Enter a name' },
    });
    expect((await call('PUT', 'labels', { id, name: 'Top stars' })).body).toEqual({ status: 'ok' });
    await call('PUT', 'labels/objects', { id, add: ['5001', keywordKey] });
    expect(await labels()).toEqual([{ id, name: 'Top stars', objects: 2 }]);
    expect((await call('DELETE', 'labels', { id })).body).toEqual({ status: 'ok' });
    expect(await labels()).toEqual([]);
    const gone = { status: 404, body: { code: 'not_found', error_message: 'Label not found' } };
    for (const [method, path, fields] of [
      ['PUT', 'labels', { id, name: 'Other' }],
      ['DELETE', 'labels', { id }],
      ['PUT', 'labels/objects', { id, add: ['5001'] }],
    ] as const) {
      expect(await call(method, path, fields)).toMatchObject(gone);
    }
  });

  it('are not found by another team, and neither are its objects', async () => {
    const id = await made('Mine');
    const body = { application_id: applications.theirs, id };
    for (const [method, path, fields] of [
      ['PUT', 'labels', { name: 'Theirs' }],
      ['DELETE', 'labels', {}],
      ['PUT', 'labels/objects', { add: ['5003'] }],
    ] as const) {
      const response = await api.call(method, `/api/asa/${path}`, { token: theirToken, body: { ...body, ...fields } });
      expect(response).toMatchObject({ status: 404, body: { error_message: 'Label not found' } });
    }
    const texts = {
      '5003': 'Campaign not found',
      '5001:6002': 'Ad group not found',
      '5001:6001:7002': 'Keyword not found',
    };
    expect(await call('PUT', 'labels/objects', { id, add: ['5001', ...Object.keys(texts)] })).toMatchObject({
      status: 404,
      body: {
        code: 'not_found',
        rows: Object.entries(texts).map(([key, message]) => ({ key, field: 'label', message })),
      },
    });
    expect((await call('PUT', 'labels/objects', { id, add: ['5001'], remove: ['5001'] })).body.error_message).toBe(
      'Row given twice: 5001',
    );
    expect((await call('PUT', 'labels/objects', { id })).body.error_message).toBe('Nothing to change');
    expect(await labels()).toEqual([{ id, name: 'Mine', objects: 0 }]);
    await call('DELETE', 'labels', { id });
  });
});

it('a label that a rule names is not deleted, and one of another team is not found in a rule', async () => {
  const rule = (automation_params: object) =>
    call('POST', 'automated_campaigns', {
      automation_type: 'custom',
      automation_name: 'Stars',
      apply_to: { [first.orgId]: 'all' },
      automation_params: { level: 'keyword', ...automation_params },
    });
  const when = { metric: 'taps', window: '7d', op: '>=', value: 10 };
  const id = await made('Named');
  const other = await made('In the scope');
  const then = [{ do: 'label', add: id }];
  const created = await rule({ scope: { labels: { none: [other] } }, cases: [{ when, then }] });
  expect(created.status).toBe(200);
  for (const label of [id, other]) {
    expect(await call('DELETE', 'labels', { id: label })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error_message: 'This label is used by rules: "Stars"', rules: [created.body.id] },
    });
  }
  const unknown = await rule({ cases: [{ when, then: [{ do: 'label', add: 999_999 }] }] });
  expect(unknown.body).toMatchObject({ status: 'error', error_message: 'Label not found' });
  await call('PUT', 'automated_campaigns', { id: created.body.id, updates: { status: 'deleted' } });
  for (const label of [id, other]) expect((await call('DELETE', 'labels', { id: label })).status).toBe(200);
});

describe('a change of labels', () => {
  it('is answered like every change, is in the history, and is made once under its key', async () => {
    const id = await made('Brand');
    const headers = { 'idempotency-key': 'labelled-once' };
    const fields = { id, add: [keywordKey, '5002'], remove: ['5001:6001'], comment: 'why' };
    const response = await call('PUT', 'labels/objects', fields, { headers });
    const results = [
      { key: keywordKey, field: 'label', outcome: 'changed', old: null, new: 'Brand' },
      { key: '5002', field: 'label', outcome: 'changed', old: null, new: 'Brand' },
      { key: '5001:6001', field: 'label', outcome: 'unchanged', old: null, new: null },
    ];
    expect(response).toMatchObject({ status: 200, body: { status: 'ok', settings_currency: null, results } });
    expect(response.body.counts).toMatchObject({ changed: 2, unchanged: 1, pending: 0 });
    const { change_id } = response.body;
    expect((await call('PUT', 'labels/objects', fields, { headers })).body).toEqual(response.body);
    expect((await change({ change_id })).body).toEqual({
      ...response.body,
      actor_kind: 'person',
      actor: expect.any(String),
      comment: 'why',
      at: expect.any(String),
      undoes: null,
      undone_by: null,
      done: true,
    });
    await inTables(api, BigInt(String(response.headers['x-log-position'])));
    const day = api.deps.now().toISOString().slice(0, 10);
    const range = { asa_organization_id: first.orgId, from: day, to: day, field: 'label' };
    const { changes } = (await change(range)).body as { changes: Record<string, unknown>[] };
    expect(changes.slice(0, 2)).toMatchObject([
      { level: 'ad_group', outcome: 'unchanged', old: null, new: null, change_id },
      { level: 'keyword', outcome: 'changed', old: null, new: 'Brand', reason: 'why', change_id },
    ]);
    await call('DELETE', 'labels', { id });
  });

  it('is taken back in part and as a whole, and says so', async () => {
    const id = await made('Undone');
    const { change_id } = (await call('PUT', 'labels/objects', { id, add: [keywordKey, '5001'] })).body;
    const dry = (await call('POST', 'undo', { change_id, dry_run: true })).body;
    expect(dry).toMatchObject({ status: 'ok', settings_currency: 'USD', counts: { changed: 2 } });
    expect(dry).not.toHaveProperty('change_id');
    const undo = await call('POST', 'undo', { change_id, keys: ['5001'] });
    expect(undo).toMatchObject({
      status: 200,
      body: { results: [{ key: '5001', field: 'label', outcome: 'changed', old: 'Undone', new: null }] },
    });
    expect((await change({ change_id })).body).toMatchObject({ undone_by: undo.body.change_id });
    expect((await change({ change_id: undo.body.change_id })).body).toMatchObject({
      actor_kind: 'undo',
      undoes: change_id,
    });
    const rest = (await call('POST', 'undo', { change_id })).body;
    expect(rest.results).toMatchObject([
      { key: '5001', outcome: 'unchanged' },
      { key: keywordKey, outcome: 'changed' },
    ]);
    expect(await labels()).toMatchObject([{ id, objects: 0 }]);
    expect(await call('POST', 'undo', { change_id: String(rest.change_id) })).toMatchObject({ status: 200 });
    expect(await labels()).toMatchObject([{ id, objects: 1 }]);
    await call('DELETE', 'labels', { id });
    expect(await call('POST', 'undo', { change_id })).toMatchObject({ status: 422, body: { code: 'refused' } });
  });

  it('chooses rows of reports, and another team’s labels are not found there', async () => {
    const id = await made('Chosen');
    const response = await call('PUT', 'labels/objects', { id, add: ['5001'] });
    await inTables(api, BigInt(String(response.headers['x-log-position'])));
    const day = api.deps.now().toISOString().slice(0, 10);
    const report = (name: string, orgId: number, query: object, as = token) => {
      const scope = { application_id: applications.mine, asa_organization_id: orgId, from: day, to: day };
      return api.call('GET', `/api/asa/${name}`, { token: as, query: { ...scope, ...query } });
    };
    const labelled = { labels: String(id) };
    expect((await report('campaigns', first.orgId, labelled)).body.rows).toMatchObject([{ id: 5001, labels: [id] }]);
    expect((await report('campaigns', second.orgId, labelled)).body.rows).toEqual([]);
    expect((await report('adgroups', first.orgId, { ...labelled, campaign_id: 5001 })).body.rows).toMatchObject([
      { id: 6001, labels: [] },
    ]);
    const theirId = Number(
      (
        await api.call('POST', '/api/asa/labels', {
          token: theirToken,
          body: { application_id: applications.theirs, name: 'Theirs' },
        })
      ).body.id,
    );
    for (const foreign of [theirId, 999_999]) {
      expect(await report('campaigns', first.orgId, { labels: `${id},${foreign}` })).toMatchObject({
        status: 404,
        body: { code: 'not_found', error_message: 'Label not found' },
      });
    }
    expect(await report('campaigns', first.orgId, { labels: 'x' })).toMatchObject({ status: 400 });
    expect(await report('basic_by_countries', first.orgId, labelled)).toMatchObject({ body: { code: 'unsupported' } });
    const restricted = (await joinTeam(api, owner, 'restricted')).token;
    expect(await report('campaigns', first.orgId, labelled, restricted)).toMatchObject({ status: 403 });
    const { rows } = (await report('campaigns', first.orgId, {}, restricted)).body as { rows: object[] };
    expect(rows[0]).not.toHaveProperty('labels');
    await call('DELETE', 'labels', { id });
  });

  it('that goes beyond ten labels of an object is refused, in plain words', async () => {
    const ids: number[] = [];
    for (let number = 1; number <= 11; number += 1) ids.push(await made(`Label ${number}`));
    const responses = [];
    for (const id of ids) responses.push(await call('PUT', 'labels/objects', { id, add: ['5001'] }));
    expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 422]);
    expect(responses.at(-1)?.body).toMatchObject({ code: 'refused', error_message: 'At most 10 labels' });
  });
});
