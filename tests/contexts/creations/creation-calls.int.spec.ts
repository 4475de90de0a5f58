import { randomUUID } from 'node:crypto';
import { creationResponseSchema, creationsResponseSchema } from '@tapwise/contract';
import { applicationStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened } from '../../support/facts/ads-world.ts';
import { joinTeam } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { type CreationService, startCreationService } from './creation-service.ts';
import { scope } from './creation-world.ts';

let service: CreationService;
beforeAll(async () => {
  service = await startCreationService();
});
afterAll(() => service.stop());

const skag = (more: object = {}) => ({
  name: `SKAG ${randomUUID()}`,
  countries: ['us'],
  daily_budget_amount: '50',
  cpt: 1.2,
  request_id: randomUUID(),
  keywords: ['sleep sounds', 'Rain'],
  negative_keywords: [],
  automation_enabled: false,
  ...more,
});
const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
const stopping = (stop: boolean) => ({
  application_id: service.applicationId,
  asa_organization_id: undefined,
  stop,
});
const creations = async () => {
  const query = { application_id: service.applicationId };
  const { body } = await service.api.call('GET', '/api/asa/creations', { token: service.owner.token, query });
  return creationsResponseSchema.parse(body).creations;
};
const pathsOf = async (from = 0) =>
  (await service.writes()).slice(from).map(({ method, path }) => `${method} ${path.replace(/\d+/g, '#')}`);

describe('a SKAG campaign', () => {
  it('is refused with everything that is wrong in its lists, and made after Fix it under the same id', async () => {
    const keywords = ['x'.repeat(81), 'a\u0007b', '!!!', 'tab\there', 'Rain', 'rain'];
    const body = skag({ keywords, negative_keywords: ['r-a-i-n', 'free'] });
    const before = (await service.writes()).length;
    const refused = await service.call('POST', 'skag_campaign', body);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        status: 'error',
        code: 'bad_keywords',
        error_message: '3 keywords and 1 negative keywords cannot be used',
        details: { keywords: keywords.slice(0, 3), negativeKeywords: ['r-a-i-n'] },
      },
    });
    expect(await service.writes()).toHaveLength(before);
    const fixed = { ...body, keywords: keywords.slice(3), negative_keywords: ['free'] };
    const { end } = await service.untilEnd('POST', 'skag_campaign', fixed);
    expect(creationResponseSchema.parse(end.body)).toMatchObject({ created: 2, skipped: 0, duplicates: 1 });
    expect(end.body).not.toHaveProperty('offset');
    expect(await pathsOf(before)).toEqual([
      'POST /campaigns',
      'POST /campaigns/#/negativekeywords/bulk',
      'POST /campaigns/#/adgroups',
      'POST /campaigns/#/adgroups',
      ...Array.from({ length: 2 }, () => 'POST /campaigns/#/adgroups/#/targetingkeywords/bulk'),
      'PUT /campaigns/#',
    ]);
    const [campaign] = await service.writer.readCampaigns(scope, [Number(end.body.campaign_id)]);
    expect(campaign).toMatchObject({ status: 'ENABLED', countries: ['US'], dailyBudget: '50' });
    expect((await creations())[0]).toMatchObject({ kind: 'skag', state: 'completed', offset: 3, total: 3, created: 2 });
  });

  it('is one, however often it is asked for at the same time; another body with its id is refused', async () => {
    const body = skag({ keywords: words(30) });
    const responses = await Promise.all([1, 2, 3].map(() => service.call('POST', 'skag_campaign', body)));
    expect(new Set(responses.map((response) => response.body.request_id))).toEqual(new Set([body.request_id]));
    const { end, offsets } = await service.untilEnd('POST', 'skag_campaign', body);
    expect(end.body).toMatchObject({ created: 30, change_id: expect.any(String) });
    expect(offsets).toEqual(offsets.toSorted((left, right) => left - right));
    const made = await service.writer.findCampaignsByName(scope, [body.name]);
    expect(made).toHaveLength(1);
    const other = await service.call('POST', 'skag_campaign', { ...body, cpt: 2 });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    const { request_id: _, ...anonymous } = skag();
    const twice = await Promise.all([1, 2].map(() => service.untilEnd('POST', 'skag_campaign', anonymous)));
    expect(twice[0]?.end.body.campaign_id).toBe(twice[1]?.end.body.campaign_id);
    const response = await service.call('POST', 'skag_campaign', { ...skag(), name: body.name });
    expect(response).toMatchObject({
      status: 400,
      body: { error_message: 'A campaign with this name already exists' },
    });
    const renamed = skag({ request_id: response.body.request_id });
    expect((await service.untilEnd('POST', 'skag_campaign', renamed)).end.body).toMatchObject({ created: 2 });
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ countries: [] }, 'Select at least one country'],
    [{ countries: ['UK'] }, 'This country is not known.'],
    [{ daily_budget_amount: null }, 'Daily budget is required'],
    [{ daily_budget_amount: '1,5' }, 'Daily budget must be positive number'],
    [{ keywords: ' , ' }, 'Enter at least one keyword'],
    [{ keywords: words(5001) }, 'Too many keywords: 5,001, at most 5,000'],
    [{ cpt: null }, 'CPT is required'],
    [{ cpt: '1e3' }, 'CPT must be positive number'],
    [{ cpt: 0.001 }, 'CPT must be positive number'],
    [{ cpt: 1.005 }, 'At most two decimals are allowed'],
    [{ cpt: 51 }, 'Bid must not exceed the daily budget (50.00)'],
    [{ cpa: '$1' }, 'CPA must be positive number'],
    [{ budget_amount: 50 }, 'Daily budget must be below the lifetime budget (50.00)'],
    [{ application_id: null }, 'Application is required'],
    [{ asa_organization_id: null }, 'Organization is required'],
  ])('with %j is refused: %s', async (wrong, message) => {
    const refused = await service.call('POST', 'skag_campaign', skag(wrong));
    expect([refused.status, refused.body.error_message]).toEqual([400, message]);
  });

  it('belongs to its team, and restricted members do not see it', async () => {
    const other = await service.api.signUp('Ben');
    const restricted = await joinTeam(service.api, service.owner, 'restricted');
    const query = { application_id: service.applicationId };
    const body = { application_id: service.applicationId, request_id: (await creations())[0]?.request_id };
    const statuses = await Promise.all([
      service.api.call('GET', '/api/asa/creations', { token: other.token, query }),
      service.api.call('POST', '/api/asa/creations/cancel', { token: other.token, body }),
      service.api.call('GET', '/api/asa/creations', { token: restricted.token, query }),
      service.call('POST', 'skag_campaign', skag({ offset: 0, request_id: randomUUID() })),
      service.call('POST', 'skag_campaign', skag({ offset: 99, request_id: body.request_id })),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403, 404, 400]);
  });
});

describe('a creation', () => {
  it('waits in the log while the engine is away, ends when someone cancels it, and goes on where it ended', async () => {
    service.worker.away = true;
    const body = skag({ keywords: words(60) });
    const queued = await service.call('POST', 'skag_campaign', body);
    expect(queued.body).toMatchObject({ status: 'ok', queued: true, offset: 0, total: 60, campaign_id: null });
    // An offset is a question: what the server answers is its own.
    const ahead = await service.call('POST', 'skag_campaign', { ...body, offset: 60 });
    expect(ahead.body).toMatchObject({ offset: 0, queued: true });
    const step = { request_id: body.request_id, asa_organization_id: undefined };
    expect((await service.call('POST', 'creations/cancel', step)).body).toMatchObject({
      creation: { state: 'cancelled' },
    });
    const cancelled = await service.call('POST', 'skag_campaign', body);
    expect(cancelled).toMatchObject({
      status: 409,
      body: { error_message: 'This creation was cancelled', created: 0 },
    });
    service.worker.away = false;
    expect((await service.call('POST', 'creations/continue', step)).body).toMatchObject({
      creation: { state: 'queued' },
    });
    const { end } = await service.untilEnd('POST', 'skag_campaign', body);
    expect(end.body).toMatchObject({ created: 60 });
    for (const offset of [0, 60]) {
      expect((await service.call('POST', 'skag_campaign', { ...body, offset })).body).toEqual(end.body);
    }
    expect((await service.call('POST', 'creations/cancel', step)).status).toBe(409);
  });

  it('sends nothing while Stop all is pressed, and goes on by itself after its release', async () => {
    await service.call('POST', 'stop_all', stopping(true));
    const before = (await service.writes()).length;
    const body = skag();
    const first = await service.call('POST', 'skag_campaign', body);
    expect(first.body).toMatchObject({ offset: 0 });
    await eventually(creations, ([newest]) => newest?.state === 'stopped');
    expect(await service.writes()).toHaveLength(before);
    await service.call('POST', 'stop_all', stopping(false));
    expect((await service.untilEnd('POST', 'skag_campaign', body)).end.body).toMatchObject({ created: 2 });
  });

  it('sends nothing more in the middle of a chunk once Stop all is pressed', async () => {
    const before = (await service.writes()).length;
    await service.simulator.faults({ slow_ms: 1000 });
    const body = skag({ keywords: words(25) });
    const first = service.call('POST', 'skag_campaign', body);
    const written = async () => (await service.writes()).length - before;
    await eventually(written, (count) => count > 2);
    await service.call('POST', 'stop_all', stopping(true));
    const atStop = await written();
    await service.simulator.faults({ slow_ms: 0 });
    await eventually(creations, ([newest]) => newest?.state === 'stopped');
    // Five calls are under way at most; nothing follows them.
    expect((await written()) - atStop).toBeLessThanOrEqual(5);
    await first;
    await service.call('POST', 'stop_all', stopping(false));
    expect((await service.untilEnd('POST', 'skag_campaign', body)).end.body).toMatchObject({ created: 25 });
    expect(await written()).toBe(2 * 25 + 2);
  });

  it('that Apple ends is answered in its words, and goes on when that is over', async () => {
    await service.simulator.faults({ read_only: [scope.orgId] });
    const body = skag();
    const failed = (await service.untilEnd('POST', 'skag_campaign', body)).end;
    expect(failed).toMatchObject({ status: 422, body: { code: 'refused', offset: 0, campaign_id: null } });
    await service.simulator.faults({ read_only: [] });
    await service.call('POST', 'creations/continue', { request_id: body.request_id, asa_organization_id: undefined });
    expect((await service.untilEnd('POST', 'skag_campaign', body)).end.body).toMatchObject({ created: 2 });
  });
});

describe('a campaign in which a creation is under way', () => {
  it('is not deleted, nor anything in it, until the creation has ended', async () => {
    const { end } = await service.untilEnd('POST', 'skag_campaign', skag({ keywords: ['ocean', 'forest'] }));
    const campaign_id = Number(end.body.campaign_id);
    await service.call('POST', 'stop_all', stopping(true));
    const more = { campaign_id, cpt: 1, keywords: ['meadow'], request_id: randomUUID() };
    await service.call('POST', 'skag_campaign/keyword', more);
    const remove = {
      application_id: service.applicationId,
      asa_organization_id: scope.orgId,
      campaign_ids: [campaign_id],
    };
    const del = () => service.api.call('DELETE', '/api/asa/campaigns', { token: service.owner.token, body: remove });
    expect(await del()).toMatchObject({
      status: 409,
      body: { code: 'creation_running', rows: [{ key: String(campaign_id), field: 'status' }] },
    });
    await service.call('POST', 'stop_all', stopping(false));
    await service.untilEnd('POST', 'skag_campaign/keyword', more);
    // Accepted; the worker for settings is away here.
    expect((await del()).body).toMatchObject({ status: 'ok', pending: 1 });
  });

  it('is not begun where the ad service lets us read only', async () => {
    const seen = async (...role_names: string[]) => {
      const data = {
        application_id: service.applicationId,
        org_id: scope.orgId,
        role_names,
        seen_at: '2026-11-23T00:00:00.000Z',
      };
      const stream = applicationStream(service.applicationId);
      const at = await happened(service.api, stream, { type: 'AdOrganizationRolesSeen', data });
      await service.api.deps.directory.reached(at);
    };
    await seen('API Account Read Only');
    expect(await service.call('POST', 'skag_campaign', skag())).toMatchObject({
      status: 403,
      body: { code: 'read_only' },
    });
    await seen('API Account Manager');
  });
});

describe('keywords that are added', () => {
  it('are live before their terms are blocked, and a term that was refused is not blocked', async () => {
    const { end } = await service.untilEnd('POST', 'skag_campaign', skag({ keywords: ['ocean', 'forest'] }));
    const campaign_id = Number(end.body.campaign_id);
    const [adGroup] = await service.writer.findAdGroupsByName(scope, campaign_id, ['ocean']);
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/targetingkeywords/bulk', answer: 400, times: 1 }],
    });
    const before = (await service.writes()).length;
    const request = {
      campaign_id,
      keywords: ['waves', 'ocean'],
      cpt: 1,
      negative_keywords: ['free'],
      negative_keywords_for_ad_groups: { [String(adGroup?.id)]: ['waves', 'beach'] },
    };
    const refused = await service.call('POST', 'skag_campaign/keyword', request);
    expect(refused.body).toMatchObject({
      created: 0,
      skipped: 1,
      warning: '1 keywords were refused by Apple',
      details: { keywords: ['waves'], reasons: [{ code: 'refused_by_apple' }] },
    });
    expect(await pathsOf(before)).toEqual([
      'POST /campaigns/#/adgroups',
      'POST /campaigns/#/adgroups/#/targetingkeywords/bulk',
      'DELETE /campaigns/#/adgroups/#',
      'POST /campaigns/#/negativekeywords/bulk',
      'POST /campaigns/#/adgroups/#/negativekeywords/bulk',
    ]);
    const negatives = await service.writer.findNegatives(scope, campaign_id);
    expect(negatives.map(({ text, adGroupId }) => [text, adGroupId])).toEqual([
      ['free', null],
      ['beach', adGroup?.id],
    ]);
    const again = await service.call('POST', 'skag_campaign/keyword', { ...request, request_id: randomUUID() });
    expect(again.body).toMatchObject({ created: 1, skipped: 1 });
    const blocked = { campaign_id, keywords: ['f-ree'], cpt: 1 };
    expect(await service.call('POST', 'skag_campaign/keyword', blocked)).toMatchObject({
      status: 422,
      body: { details: { reasons: [{ code: 'blocked', text: 'f-ree' }] } },
    });
    const nothing = await service.call('POST', 'skag_campaign/keyword', { campaign_id });
    expect(nothing).toMatchObject({ status: 400, body: { error_message: 'No keywords chosen' } });
    const foreign = await service.call('POST', 'skag_campaign/keyword', { campaign_id: 999, keywords: ['a'], cpt: 1 });
    expect(foreign).toMatchObject({ status: 404, body: { error_message: 'Campaign not found' } });
  });
});

describe('a template', () => {
  it('makes its campaigns one after another, and one that has errors makes nothing', async () => {
    const id = randomUUID();
    const template = [
      '\uFEFFkeyword;Campaign;countries;daily_budget;cpt;type;automation',
      `"two, words";A ${id};US|GB;50,5;1,25;;off`,
      `rain;B ${id};DE;20;1;keyword;off`,
      `ocean;A ${id};;;2;;`,
      `free;A ${id};;;;negative;`,
    ].join('\r\n');
    const { end } = await service.untilEnd('POST', 'skag_campaign_bulk', { template, request_id: id });
    expect(end.body).toMatchObject({ created: 3, campaign_ids: [expect.any(Number), expect.any(Number)] });
    const wrong = 'campaign,countries,daily_budget,keyword,cpt\nA,XX,5,rain,9\nA,,,rain,1\n';
    const refused = await service.call('POST', 'skag_campaign_bulk', { template: wrong });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'bad_template',
        error_message: 'The template has errors in 2 lines',
        lines: [
          { line: 2, column: 'countries', value: 'XX', message: 'This country is not known.' },
          { line: 2, column: 'cpt', value: '9', message: 'Bid must not exceed the daily budget (5.00)' },
          { line: 3, column: 'keyword', value: 'rain', message: 'Repeats line 2' },
        ],
      },
    });
    const unknown = await service.call('POST', 'skag_campaign_bulk', { template: 'campaign,colour\nA,red' });
    expect(unknown.body).toMatchObject({ code: 'bad_template', error_message: 'Unknown column colour' });
    const unicodeText = 'campaign\tcountries\tdaily_budget\tkeyword\tcpt\r\nA\tDE\t50\train\t1,25\r\n';
    const comma = await service.call('POST', 'skag_campaign_bulk', { template: unicodeText });
    expect(comma.body).toMatchObject({
      code: 'bad_template',
      lines: [{ line: 2, column: 'cpt', value: '1,25', message: expect.stringContaining('decimal comma') }],
    });
    const raw = await service.call('POST', 'skag_campaign_bulk', { template: [...unicodeText].join('\0') });
    expect(raw.body).toMatchObject({ code: 'bad_template', error_message: 'The template is not text in UTF-8' });
  });
});
