import { randomUUID } from 'node:crypto';
import { createStreamMemory } from '@tapwise/adapters';
import {
  changeResponseSchema,
  changeStateResponseSchema,
  changesResponseSchema,
  creationResponseSchema,
  searchTermsResponseSchema,
} from '@tapwise/contract';
import {
  addDays,
  adsExtraPullStream,
  adsPullStream,
  campaignDecider,
  campaignStream,
  customRuleStream,
  customRunStream,
  dayInZone,
  exchangeRatesStream,
  readUnits,
  type TermTotal,
  termTotalsStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customRuleField } from '../../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened, inTables } from '../../../support/facts/ads-world.ts';
import { type ChangeWorker, startChangeWorker } from '../../../support/workers/change-worker.ts';
import { openCustomRuleProcess } from '../../../support/workers/custom-rule-worker.ts';
import { openRuleProcess } from '../../../support/workers/rule-worker.ts';
import { type CreationService, startCreationService } from '../../creations/creation-service.ts';
import { campaignOf, orgId, scope } from '../../creations/creation-world.ts';

let service: CreationService;
let worker: ChangeWorker;
/** The creation that saved the filter. */
let saved = '';
const campaigns = { discovery: 0, skag: 0 };
const terms = (rows: readonly [text: string, impressions: number][]): TermTotal[] =>
  rows.map(([text, impressions]) => ({
    ad_group_id: 1,
    keyword_id: 0,
    text,
    impressions,
    taps: Math.floor(impressions / 10),
    tap_installs: 1,
    view_installs: 0,
    spend_micros: impressions * 100_000,
  }));

/** A snapshot of a campaign's search terms is in the tables. */
async function snapshot(
  rows: readonly [text: string, impressions: number][],
  campaign_id = campaigns.discovery,
  ad_group_id = 1,
): Promise<void> {
  const { api, applicationId: application_id } = service;
  const today = dayInZone(api.deps.now().getTime(), 'UTC');
  const common = {
    application_id,
    org_id: orgId,
    campaign_id,
    currency: 'USD',
    from_day: addDays(today, -365),
    to_day: today,
    pulled_at: api.deps.now().toISOString(),
  };
  const all = terms(rows).map((term) => ({ ...term, ad_group_id }));
  const position = await happened(
    api,
    termTotalsStream(application_id, orgId, campaign_id),
    ...Array.from({ length: Math.ceil(all.length / 1000) }, (_, part) => ({
      type: 'TermTotalsRecorded' as const,
      data: { ...common, rows: all.slice(part * 1000, part * 1000 + 1000) },
    })),
    { type: 'TermTotalsPulled', data: common },
  );
  await inTables(api, position);
}

async function ask(more: Record<string, string> = {}) {
  const { api, applicationId, owner } = service;
  const query = {
    application_id: applicationId,
    asa_organization_id: orgId,
    campaign_id: campaigns.discovery,
    ...more,
  };
  const { body } = await api.call('GET', '/api/asa/filter_discovery', { token: owner.token, query });
  return searchTermsResponseSchema.parse(body);
}
const readTerms = async (more: Record<string, string> = {}) =>
  (await ask(more)).search_terms.map(({ text, choice, note }) => [text, choice, note]);

const create = async (path: string, body: object) => {
  const made = { countries: ['US'], daily_budget_amount: 50, cpt: 1, automation_enabled: false, negative_keywords: [] };
  const { end } = await service.untilEnd('POST', path, { ...made, ...body, request_id: randomUUID() });
  return Number(creationResponseSchema.parse(end.body).campaign_id);
};

beforeAll(async () => {
  service = await startCreationService({ tables: true });
  worker = startChangeWorker(service.api.log, service.simulator.searchAds());
  const keywords = ['sleep sounds', 'rainnoise'];
  campaigns.discovery = await create('discovery_campaign', {
    name: 'Discovery',
    keywords: ['sleep'],
    search_match: true,
  });
  campaigns.skag = await create('skag_campaign', { name: 'SKAG', keywords });
  await snapshot(
    [
      ['sleep sounds', 900] as const,
      ['white noise', 400] as const,
      ['Rain-Noise', 120] as const,
      ['calm app', 60] as const,
      ['sleep app free', 30] as const,
      ['zzz', 9] as const,
    ].map(([text, impressions]) => [text, impressions]),
  );
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

describe('the filter of a discovery campaign', () => {
  it('shows known terms first, with figures over a year', async () => {
    expect(await readTerms()).toEqual([
      ['sleep sounds', 3, 'Already bought in "sleep sounds"'],
      ['rain-noise', 3, 'Already bought in "rainnoise"'],
      ['white noise', 1, null],
      ['calm app', 1, null],
      ['sleep app free', 1, null],
    ]);
    const { search_terms, as_of, settings_currency, warning } = await ask();
    expect([settings_currency, warning, Date.parse(as_of ?? '') > 0]).toEqual(['USD', undefined, true]);
    expect(search_terms[2]).toMatchObject({
      impressions: 400,
      taps: 40,
      installs: 1,
      spend: 40,
      ttr: 0.1,
      cr: 1 / 40,
      source: 'Search Match',
      adGroupId: 1,
      keyword: null,
      keywordId: null,
      known: false,
    });
    expect(await readTerms({ min_impressions: '100' })).toHaveLength(3);
    expect(await ask({ from: '2026-10-01' })).toMatchObject({
      search_terms: [],
      warning: expect.stringContaining('daily'),
    });
  });

  it('refuses what would block, before anything is sent', async () => {
    const before = (await service.writes()).length;
    const { discovery: discovery_campaign_id, skag: skag_campaign_id } = campaigns;
    const body = { discovery_campaign_id, skag_campaign_id, skag_keywords: [], negative_keywords: [], cpt: 0.9 };
    const refused = async (more: object) => (await service.call('POST', 'filter_discovery', { ...body, ...more })).body;
    expect(await refused({})).toMatchObject({ error_message: 'No keywords chosen' });
    expect(await refused({ skag_campaign_id: null })).toMatchObject({ error_message: 'SKAG campaign is required' });
    expect(await refused({ skag_keywords: ['a'], cpt: null })).toMatchObject({ error_message: 'CPT is required' });
    expect(await refused({ skag_keywords: ['a'], skag_campaign_id: 5601 + 99 })).toMatchObject({ code: 'not_found' });
    expect(await refused({ skag_keywords: ['a'], skag_campaign_id: discovery_campaign_id })).toMatchObject({
      error_message: 'Choose another campaign for the keywords',
    });
    expect(await refused({ negative_keywords: ['!!!'] })).toMatchObject({ code: 'bad_keywords' });
    expect(await service.writes()).toHaveLength(before);
  });

  it('buys first and blocks after, in one creation of the discovery campaign', async () => {
    const before = (await service.writes()).length;
    const { discovery: discovery_campaign_id, skag: skag_campaign_id } = campaigns;
    const filter = (lists: object) =>
      service.untilEnd('POST', 'filter_discovery', {
        discovery_campaign_id,
        skag_campaign_id,
        cpt: '0.90',
        request_id: randomUUID(),
        ...lists,
      });
    // The ad service refuses one keyword of these two.
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/targetingkeywords/bulk', answer: 400, times: 1 }],
    });
    const { end } = await filter({ skag_keywords: ['calm app'], negative_keywords: [] });
    expect(end).toMatchObject({ status: 422, body: { code: 'bad_keywords' } });
    const [row] = (await ask()).search_terms.filter(({ text }) => text === 'calm app');
    expect(row?.note).toBe((end.body.details as { reasons: { message: string }[] }).reasons[0]?.message);
    const negative_keywords = ['sleep sounds', 'rain-noise', 'sleep app free'];
    const { end: done } = await filter({ skag_keywords: ['white noise'], negative_keywords });
    const response = creationResponseSchema.parse(done.body);
    expect(response).toMatchObject({ campaign_id: discovery_campaign_id, created: 1 });
    saved = response.change_id ?? '';
    const paths = (await service.writes()).slice(before).map(({ path }) => path);
    const bought = paths.findLastIndex((path) => path.endsWith('/targetingkeywords/bulk'));
    const blocked = paths.flatMap((path, index) => (path.includes('/negativekeywords/') ? [index] : []));
    expect(Math.min(...blocked)).toBeGreaterThan(bought);
    expect(paths.filter((path) => path.includes(`/campaigns/${discovery_campaign_id}/`))).toHaveLength(blocked.length);
    const negatives = await service.writer.findNegatives(scope, discovery_campaign_id);
    expect(negatives.map(({ text }) => text).sort()).toEqual([
      'rain-noise',
      'sleep app free',
      'sleep sounds',
      'white noise',
    ]);
    expect((await readTerms()).map(([text]) => text)).toEqual(['calm app']);
  });

  it('hides terms until they double, and answers 5,000 of them in one question', async () => {
    // Beside the one that is back.
    await snapshot(Array.from({ length: 5000 }, (_, index) => [`term ${index}`, 50]));
    expect(await readTerms()).toHaveLength(5001);
    const texts = ['Term 1', 'term 2', 'never seen'];
    const hidden = await service.call('POST', 'search_terms/hide', { campaign_id: campaigns.discovery, texts });
    expect(hidden.body).toEqual({ status: 'ok', hidden: 2 });
    expect(await readTerms()).toHaveLength(4999);
    await snapshot([
      ['term 1', 99],
      ['term 2', 100],
    ]);
    expect((await readTerms()).map(([text]) => text).slice(0, 2)).toEqual(['term 2', 'calm app']);
    expect(await readTerms()).toHaveLength(5000);
  });

  it('says what was not read whole, and what was spent in another currency', async () => {
    const { api, applicationId: application_id } = service;
    const at = api.deps.now().toISOString();
    const today = dayInZone(Date.parse(at), 'UTC');
    await happened(api, exchangeRatesStream(today), {
      type: 'ExchangeRatesPublished',
      data: { day: today, rates: { USD: 1.2, GBP: 0.6 }, fetched_at: at },
    });
    const common = { application_id, org_id: orgId, campaign_id: campaigns.skag, currency: 'USD' };
    const year = { ...common, from_day: addDays(today, -365), to_day: today, pulled_at: at };
    const [term] = terms([['brown noise', 50]]);
    await happened(
      api,
      termTotalsStream(application_id, orgId, campaigns.skag),
      { type: 'TermTotalsRecorded', data: { ...year, rows: term === undefined ? [] : [{ ...term, currency: 'GBP' }] } },
      { type: 'TermTotalsPulled', data: year },
    );
    const problem = {
      state: 'partial',
      reason: 'short_list',
      http_status: null,
      operation: 'POST',
      detail: '',
    } as const;
    const position = await happened(api, adsExtraPullStream(application_id, orgId), {
      type: 'AdsExtraPullIncomplete',
      data: { application_id, org_id: orgId, subject: 'search_terms', at, since: at, ...problem },
    });
    await inTables(api, position);
    const response = await ask({ campaign_id: String(campaigns.skag) });
    expect(response.search_terms).toMatchObject([{ text: 'brown noise', spend: 10 }]);
    expect(response.warning).toMatch(
      /^Search terms of Apple Ads could only be read in part since .* UTC: its lists end too early\. .* Apple Ads gave spend in GBP, which is not the currency of the ad organization; it is converted at the rate of \d+ \w+ \d{4}\.$/,
    );
    expect((await ask({ campaign_id: String(campaigns.skag), from: '2026-10-01' })).warning).toMatch(
      /^Added up from daily figures: .* is missing\. Search terms of Apple Ads could only be read in part/,
    );
  });
});

describe('the rule of a discovery campaign', () => {
  const slot = (day: string) => Date.parse(`${day}T04:00:00.000Z`);
  const path = '/api/asa/automated_campaigns';
  const get = async (of: string, query: object) => {
    const { api, applicationId, owner } = service;
    const fullQuery = { application_id: applicationId, ...query };
    return (await api.call('GET', of, { token: owner.token, query: fullQuery })).body;
  };

  it('blocks once a day what is bought already, leaves new terms to people, and what was taken back alone', async () => {
    const { api, applicationId: application_id, owner } = service;
    const watched = await create('discovery_campaign', { name: 'Watched', keywords: ['calm'], search_match: true });
    await create('skag_campaign', { name: 'SKAG beside', keywords: ['ocean waves', 'windchimes'] });
    const made = await api.call('POST', path, {
      token: owner.token,
      body: {
        application_id,
        automation_type: 'filter_discovery',
        automation_name: 'Terms',
        apply_to: { [orgId]: [watched] },
      },
    });
    const id = Number(made.body.id);
    const today = dayInZone(api.deps.now().getTime(), 'UTC');
    // The first day whose run, at three, is still to come: one in between would have been missed.
    const first = addDays(today, api.deps.now().getUTCHours() < 3 ? 0 : 1);
    const days = [first, addDays(first, 1), addDays(first, 2)] as const;
    const times = { hourMs: 3_600_000, everySeconds: undefined };
    const process = openRuleProcess(api, times, slot(days[0]));
    const pull = async (day: string) =>
      happened(api, adsExtraPullStream(application_id, orgId), {
        type: 'AdsExtraPullCompleted',
        data: {
          application_id,
          org_id: orgId,
          subject: 'search_terms',
          from_day: day,
          to_day: day,
          pulled_at: new Date(slot(day)).toISOString(),
        },
      });
    const ruleScope = { automation_id: id, org_id: orgId };
    // The day's search terms have not come.
    expect(await process.step(ruleScope)).toMatchObject({ done: false, again_seconds: 60 });

    await snapshot(
      [
        ['Rain Forest', 90],
        ['wind-chimes', 40],
        ['hum', 9],
        ['Ocean  Waves', 900],
        ['calm app', 60],
      ],
      watched,
    );
    await pull(days[0]);
    const before = (await service.writes()).length;
    worker.away = true;
    await process.step(ruleScope);
    const decided = await get(`${path}/verdicts`, { id });
    const verdicts = (of: object) =>
      (of as { verdicts: { verdict: string; keyword: string; message: string | null }[] }).verdicts.map(
        ({ keyword, verdict, message }) => [keyword, verdict, message],
      );
    expect(verdicts(decided)).toEqual([
      ['ocean waves', 'negated', 'Already bought in "ocean waves"'],
      ['wind-chimes', 'negated', 'Already bought in "windchimes"'],
      ['rain forest', 'to_decide', null],
      ['calm app', 'to_decide', null],
    ]);
    expect(await service.writes()).toHaveLength(before);
    // The process that decided is gone; another one carries it out, once.
    process.stop();
    worker.away = false;
    const second = openRuleProcess(api, times, slot(days[0]));
    await second.untilDone(id, orgId);
    await second.untilDone(id, orgId);
    const sent = (await service.writes()).slice(before);
    expect(sent.map(({ path: to }) => to.includes('/negativekeywords/'))).toEqual([true]);
    const logs = async () =>
      ((await get('/api/asa/automated_campaign_logs', { id })).logs as { message: string }[]).map(
        ({ message }) => message,
      );
    expect((await logs()).sort()).toEqual([
      '2 new search terms to decide',
      'Added "ocean waves" as negative keyword to "Watched"',
      'Added "wind-chimes" as negative keyword to "Watched"',
    ]);

    const { run } = (await get(`${path}/verdicts`, { id })) as { run: { change_id: string } };
    const undo = { application_id, change_id: run.change_id };
    expect((await api.call('POST', '/api/asa/undo', { token: owner.token, body: undo })).status).toBe(200);
    await pull(days[1]);
    second.clock = slot(days[1]);
    await second.untilDone(id, orgId);
    expect(verdicts(await get(`${path}/verdicts`, { id })).slice(0, 2)).toEqual([
      ['ocean waves', 'skipped', 'Its negative keyword was removed before, so the term is left alone'],
      ['wind-chimes', 'skipped', 'Its negative keyword was removed before, so the term is left alone'],
    ]);
    expect((await logs())[0]).toBe('No new search terms');

    // By hand it runs at once, and not again within the hour.
    const byHand = async () => api.call('POST', `${path}/run`, { token: owner.token, body: { application_id, id } });
    const tooSoon = { status: 429, body: { code: 'too_soon' } };
    const response = await byHand();
    expect(response).toMatchObject({ status: 200, body: { slot: expect.stringMatching(/^manual-/) } });
    expect(await byHand()).toMatchObject(tooSoon);
    await second.untilDone(id, orgId);
    const ran = await get(`${path}/verdicts`, { id, run_id: String(response.body.run_id) });
    expect(ran).toMatchObject({ run: { run_id: response.body.run_id, state: 'done' } });
    expect(verdicts(ran).map(([text]) => text)).toEqual(['ocean waves', 'wind-chimes', 'rain forest', 'calm app']);
    expect(await byHand()).toMatchObject(tooSoon);

    // No search terms came all day: the slot is left out, and not made up.
    second.clock = Date.parse(`${days[2]}T22:59:30.000Z`);
    await second.untilDone(id, orgId);
    expect((await logs())[0]).toBe('Run of 03:00 not done: no fresh data');
    second.stop();
  });
});

describe('a rule that people wrote', () => {
  const times = { hourMs: 3_600_000, everySeconds: undefined };
  const today = dayInZone(Date.now(), 'UTC');
  const automation_id = 900;

  /** Apple was asked for figures and search terms a minute before the clock of the rules. */
  async function pulledAt(clock: number): Promise<void> {
    const { api, applicationId: application_id } = service;
    const pulled_at = new Date(clock - 60_000).toISOString();
    const pull = { application_id, org_id: orgId, pulled_at, from_day: today, to_day: today };
    await happened(api, adsPullStream(application_id, orgId), { type: 'AdsPullCompleted', data: pull });
    const extra = { ...pull, subject: 'search_terms' as const };
    const completed = { type: 'AdsExtraPullCompleted' as const, data: extra };
    await inTables(api, await happened(api, adsExtraPullStream(application_id, orgId), completed));
  }

  it('buys terms and then blocks them, each once, and leaves alone what a person takes back', async () => {
    const { api, applicationId: application_id, owner } = service;
    const from = await create('discovery_campaign', { name: 'Harvest discovery', keywords: ['drift'] });
    const to = await create('skag_campaign', { name: 'Harvest', keywords: ['windmill'] });
    const events = await api.log.readStream(campaignStream(from));
    const [adGroup] = events.flatMap(({ event }) => (event.type === 'AdGroupCreated' ? [event.data.ad_group] : []));
    const adGroupId = adGroup?.ad_group_id ?? 0;
    const searched: [string, number][] = [
      ['Ocean drive', 400],
      ['rain loops', 300],
      ['free stuff', 100],
      ['Windmill', 500],
    ];
    await snapshot(searched, from, adGroupId);
    const blockedBefore = (await service.writer.findNegatives(scope, from)).map(({ text }) => text);
    const taps = (op: string) => ({ metric: 'taps', window: 'life', op, value: 20 });
    const bid = { times_cpt: 1.1, min: 0.3, max: 2 };
    const entered = {
      level: 'search_term',
      scope: { kinds: ['discovery'] },
      cases: [
        { when: taps('>='), then: [{ do: 'add_keyword', campaign_id: to, bid }] },
        { when: taps('<'), then: [{ do: 'negative', at: 'campaign' }] },
      ],
    };
    const clock = Date.parse(`${today}T09:12:00Z`);
    await pulledAt(clock);
    const before = (await service.writes()).length;
    const draft = {
      application_id,
      automation_type: 'custom',
      apply_to: { [orgId]: [from] },
      automation_params: entered,
    };
    const tried = await api.call('POST', '/api/asa/automated_campaigns/dry_run', { token: owner.token, body: draft });
    const triedVerdicts = (tried.body.verdicts as { name: string; sentence: string }[]).map(({ sentence }) => sentence);
    expect(triedVerdicts.sort()).toEqual([
      expect.stringMatching(/^Added "free stuff" as negative keyword: taps 10 /i),
      expect.stringMatching(/^Added "ocean drive" as keyword at 1.10 USD: /),
      expect.stringMatching(/^Added "rain loops" as keyword at 1.10 USD: /),
      expect.stringMatching(/^Added "windmill" as keyword at 1.10 USD: /),
    ]);

    const rule = {
      automation_id,
      change_id: randomUUID(),
      application_id,
      name: 'Harvest',
      rule: customRuleField.parse(entered),
      apply_to: { [orgId]: [from] },
      mode: 'live' as const,
      status: 'active' as const,
      created_by: owner.accountId,
      created_at: `${addDays(today, -1)}T12:00:00.000Z`,
    };
    let process = openCustomRuleProcess(api, times, clock);
    const created = { type: 'CustomRuleCreated' as const, data: rule };
    await process.reached(await happened(api, customRuleStream(automation_id), created));
    service.worker.away = true;
    const { run: due } = await process.activities.readNextCustomSlot({ automation_id, org_id: orgId });
    if (due === null) throw new RangeError('Nothing is due');
    expect(await process.activities.evaluateCustomSlot(due)).toEqual({ state: 'decided' });
    const other = openCustomRuleProcess(api, times, clock);
    await Promise.all([process, other].map(({ activities }) => activities.requestCustomChanges(due)));
    other.stop();
    expect(await service.writes()).toHaveLength(before);
    // The process that decided is gone.
    process.stop();
    service.worker.away = false;
    process = openCustomRuleProcess(api, times, clock);
    await process.untilDone(automation_id, orgId);
    const negatives = (await service.writer.findNegatives(scope, from)).map(({ text }) => text);
    expect(negatives.filter((text) => !blockedBefore.includes(text)).sort()).toEqual([
      'free stuff',
      'ocean drive',
      'rain loops',
      'windmill',
    ]);
    const bought = await service.writer.findKeywordsOf(scope, to, await adGroupsOf(to));
    expect(bought.map(({ text, bid: of }) => `${text} ${Number(of)}`).sort()).toEqual([
      'ocean drive 1.1',
      'rain loops 1.1',
      'windmill 1',
    ]);
    const effects = (await service.writes()).slice(before).map(({ path }) => path);
    const lastBought = effects.findLastIndex((path) => path.endsWith('/targetingkeywords/bulk'));
    expect(effects.findIndex((path) => path.includes('/negativekeywords/'))).toBeGreaterThan(lastBought);

    const run = process.folded.runs.organizations.get(`${automation_id}.${orgId}`)?.runs.at(-1);
    expect(run).toMatchObject({ state: 'done', counts: { checked: 4, acted: 4, failed: 0 } });
    const [change_id = ''] = run?.change_ids ?? [];
    const query = { application_id, change_id };
    const change = await api.call('GET', '/api/asa/changes', { token: owner.token, query });
    expect(change.body).toMatchObject({ actor_kind: 'rule', actor: 'Rule Harvest', done: true });
    expect((await readTerms({ campaign_id: String(from) })).map(([text]) => text)).toEqual([]);

    const body = { application_id, change_id };
    expect((await api.call('POST', '/api/asa/undo', { token: owner.token, body })).body).toMatchObject({
      status: 'ok',
    });
    process.clock = Date.parse(`${addDays(today, 9)}T09:12:00Z`);
    await pulledAt(process.clock);
    const untilUndone = (await service.writes()).length;
    await process.untilDone(automation_id, orgId);
    const slot = `${addDays(today, 9)}T09`;
    const again = await api.log.readStream(customRunStream({ automation_id, org_id: orgId, slot }));
    const verdicts = again.flatMap(({ event }) =>
      event.type === 'CustomRuleVerdictsDecided' ? readUnits(event.data) : [],
    );
    expect(verdicts.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['free stuff', 'skipped', 'released'],
      ['ocean drive', 'skipped', 'released'],
      ['rain loops', 'skipped', 'released'],
      ['windmill', 'skipped', 'released'],
    ]);
    expect(await service.writes()).toHaveLength(untilUndone);
    process.stop();
  });

  async function adGroupsOf(campaignId: number): Promise<number[]> {
    const { state } = await createStreamMemory(service.api.log, campaignDecider, {
      keep: 1,
      context: { actor: { kind: 'system', id: 'test' } },
    }).current(campaignStream(campaignId));
    return [...state.ad_groups.keys()];
  }
});

describe('the undo of a saved filter', () => {
  const undo = async (more: object = {}) => {
    const { api, applicationId: application_id, owner } = service;
    const body = { application_id, change_id: saved, ...more };
    return api.call('POST', '/api/asa/undo', { token: owner.token, body });
  };
  const state = async (change_id = saved) => {
    const { api, applicationId: application_id, owner } = service;
    return api.call('GET', '/api/asa/changes', { token: owner.token, query: { application_id, change_id } });
  };
  const writesSince = async (before: number) => (await service.writes()).slice(before).map(({ path }) => path);
  const isNegative = (path: string): boolean => path.includes('/negativekeywords/');

  it('shows what it was, and what would be taken back', async () => {
    const { results, ...changeState } = changeStateResponseSchema.parse((await state()).body);
    expect(changeState).toMatchObject({ status: 'ok', actor_kind: 'creation', undone_by: null, done: true });
    expect(results.map(({ field, outcome, old, new: set }) => [field, outcome, old, set])).toEqual([
      ['keyword', 'changed', null, 'white noise'],
      ...['sleep sounds', 'rain-noise', 'sleep app free', 'white noise'].map((text) => [
        'negative',
        'changed',
        null,
        text,
      ]),
    ]);
    const before = (await service.writes()).length;
    const dry = await undo({ dry_run: true });
    expect(dry.body).toMatchObject({ counts: { changed: 6 } });
    expect(dry.body).not.toHaveProperty('change_id');
    expect(await writesSince(before)).toEqual([]);
  });

  it('leaves the keyword on where its negative cannot be removed', async () => {
    const [keyword] = changeStateResponseSchema.parse((await state()).body).results;
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/negativekeywords/delete', answer: 400, times: 1 }],
    });
    const before = (await service.writes()).length;
    const { status, body } = await undo({ keys: [keyword?.key] });
    expect(status).toBe(422);
    const message = 'The negative keyword was not changed';
    expect(changeResponseSchema.parse(body).results).toMatchObject([
      { field: 'negative', outcome: 'refused' },
      { key: keyword?.key, field: 'status', outcome: 'skipped', message },
      { field: 'status', outcome: 'skipped', message: 'The keyword was not changed' },
    ]);
    expect(await writesSince(before)).toHaveLength(1);
  });

  it('removes the negatives, pauses the keyword after them, and asks about the terms again', async () => {
    const { discovery, skag } = campaigns;
    const [free] = (await service.writer.findNegatives(scope, discovery)).filter(
      ({ text }) => text === 'sleep app free',
    );
    await service.writer.deleteNegatives(scope, discovery, null, [free?.id ?? 0]);
    const before = (await service.writes()).length;
    // The answer to the removal is lost: it is looked whether it took effect.
    await service.simulator.faults({
      write_faults: [{ method: 'POST', path: '/negativekeywords/delete', answer: 'lost', effect: true, times: 1 }],
    });
    const undone = changeResponseSchema.parse((await undo()).body);
    expect(undone).toMatchObject({ status: 'ok', counts: { changed: 5, unchanged: 1 } });
    const paths = await writesSince(before);
    expect(paths.filter(isNegative)).toHaveLength(1);
    expect(paths.findIndex(isNegative)).toBe(0);
    expect(paths).toHaveLength(3);
    expect(await service.writer.findNegatives(scope, discovery)).toEqual([]);
    const { ad_groups, keywords } = await campaignOf(service.api.log, skag);
    const paused = [...ad_groups.values()].filter(({ status }) => status === 'PAUSED').map(({ name }) => name);
    expect(paused).toEqual(['white noise']);
    expect([...keywords.values()].filter(({ status }) => status === 'PAUSED')).toHaveLength(1);
    await snapshot([['white noise', 400]]);
    expect((await readTerms()).filter(([text]) => text === 'white noise')).toHaveLength(1);
    const changeState = changeStateResponseSchema.parse((await state()).body);
    expect(changeState.undone_by).toBe(undone.change_id);
    saved = undone.change_id ?? '';
  });

  it('can be undone: the keyword is live again before its term is blocked', async () => {
    const before = (await service.writes()).length;
    const redone = changeResponseSchema.parse((await undo()).body);
    expect(redone).toMatchObject({ status: 'ok', counts: { changed: 5 } });
    const paths = await writesSince(before);
    expect(paths.slice(0, -1).filter(isNegative).length + 1).toBe(paths.filter(isNegative).length);
    const negatives = await service.writer.findNegatives(scope, campaigns.discovery);
    expect(negatives.map(({ text }) => text).sort()).toEqual(['rain-noise', 'sleep sounds', 'white noise']);
    const { api, applicationId: application_id, owner } = service;
    await inTables(api, await api.log.lastPosition());
    const today = dayInZone(api.deps.now().getTime(), 'UTC');
    const query = {
      application_id,
      asa_organization_id: orgId,
      from: addDays(today, -1),
      to: today,
      actor_kind: 'undo',
    };
    const list = async (more: object) => {
      const response = await api.call('GET', '/api/asa/changes', { token: owner.token, query: { ...query, ...more } });
      return changesResponseSchema.parse(response.body).changes;
    };
    const listed = await list({});
    const undoes = String((await state()).body.undoes);
    const links = listed.map((row) => [row.change_id, row.undoes, row.undone_by]);
    expect(links).toContainEqual([redone.change_id, saved, null]);
    expect(links).toContainEqual([saved, undoes, redone.change_id]);
    // What the creation added, and what its undo removed, beside the settings.
    const added = (await list({ actor_kind: 'creation' })).filter(({ change_id }) => change_id === undoes);
    const summaries = added.map((row) => [row.field, row.outcome, row.old, row.new, row.name, row.alike]);
    expect(summaries.toSorted()).toEqual([
      ['keyword', 'changed', null, 'white noise', 'white noise', 1],
      ...['rain-noise', 'sleep app free', 'sleep sounds', 'white noise'].map((text) => {
        return ['negative', 'changed', null, text, text, 4];
      }),
    ]);
    expect(new Set(added.map(({ id }) => id)).size).toBe(5);
    const removed = listed.filter(({ change_id, field }) => change_id === saved && field === 'negative');
    expect(removed.map((row) => [row.outcome, row.old, row.new, row.name])).toContainEqual([
      'changed',
      'white noise',
      null,
      'white noise',
    ]);
    const [negative] = added.filter(({ field }) => field === 'negative');
    const key = `${negative?.campaign_id}:${negative?.ad_group_id ?? 0}:${negative?.keyword_id}`;
    expect((await list({ key, actor_kind: 'creation' })).map(({ id }) => id)).toEqual([negative?.id]);
  });

  it('is not found for another team', async () => {
    const { api } = service;
    const other = await api.signUp();
    const made = await api.call('POST', '/api/application', {
      token: other.token,
      body: { name: 'Other', url: 'https://apps.apple.com/app/id1222333444' },
    });
    const body = { application_id: made.body.application_id, change_id: saved };
    expect((await api.call('POST', '/api/asa/undo', { token: other.token, body })).status).toBe(404);
  });
});
