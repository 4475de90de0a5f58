import { randomUUID } from 'node:crypto';
import { campaignStream } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { happened, inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { type CreationService, startCreationService } from './creation-service.ts';
import { scope } from './creation-world.ts';

let service: CreationService;
beforeAll(async () => {
  service = await startCreationService({ tables: true });
});
afterAll(() => service.stop());

const campaign = (more: object) => ({
  name: `C ${randomUUID()}`,
  countries: ['US'],
  daily_budget_amount: 20,
  cpt: 1,
  request_id: randomUUID(),
  ...more,
});

it('a discovery campaign blocks what SKAG campaigns of its countries buy, has an ad group for each source, and takes more', async () => {
  const address = await service.api.listen();
  const socket = io(address, { auth: { token: service.owner.token }, transports: ['websocket'] });
  const messages: { request_id: string; offset: number; state: string; total: number }[] = [];
  const last = new Promise<void>((resolve) => {
    socket.on('creation', (message: (typeof messages)[number]) => {
      messages.push(message);
      if (message.state === 'completed') resolve();
    });
  });
  await socket.emitWithAck('subscribe', { application_id: service.applicationId });
  const bought = campaign({ keywords: ['sleep sounds', 'rainnoise'], automation_enabled: true });
  const elsewhere = campaign({ keywords: ['bruit blanc'], countries: ['FR'] });
  const skag = (await service.untilEnd('POST', 'skag_campaign', bought)).end;
  await service.untilEnd('POST', 'skag_campaign', elsewhere);
  await last;
  expect(messages.filter(({ request_id }) => request_id === bought.request_id).at(-1)).toMatchObject({
    offset: 2,
    total: 2,
    state: 'completed',
    campaign_id: skag.body.campaign_id,
  });
  socket.close();
  await inTables(service.api, skag.position ?? 0n);
  const query = { application_id: service.applicationId, asa_organization_id: scope.orgId };
  const { body: names } = await service.api.call('GET', '/api/asa/campaign_names', {
    token: service.owner.token,
    query,
  });
  expect(names.campaigns).toContainEqual(expect.objectContaining({ id: skag.body.campaign_id, name: bought.name }));

  const neither = await service.call('POST', 'discovery_campaign', campaign({ keywords: [], search_match: false }));
  expect(neither).toMatchObject({
    status: 400,
    body: { error_message: 'Enter at least one keyword or turn on Search Match' },
  });
  const request = campaign({ keywords: 'white noise\nrain', negative_keywords: ['free'], search_match: true });
  const { end } = await service.untilEnd('POST', 'discovery_campaign', request);
  expect(end.body).toMatchObject({ status: 'ok', created: 2 });
  const id = Number(end.body.campaign_id);
  const adGroups = await service.writer.findAdGroupsByName(scope, id, ['Broad', 'Search Match']);
  expect(adGroups.map(({ name, searchMatch }) => [name, searchMatch]).toSorted()).toEqual([
    ['Broad', false],
    ['Search Match', true],
  ]);
  const negatives = await service.writer.findNegatives(scope, id);
  // The campaign that was linked with the organization is one of single keywords too.
  const blocked = ['free', 'keyword 7601', 'rainnoise', 'sleep sounds'];
  expect(negatives.map(({ text }) => text).toSorted()).toEqual(blocked);

  const more = { campaign_id: id, keywords: ['rain', 'ocean'], negative_keywords: ['cheap'], cpt: 1.5 };
  const added = (await service.untilEnd('PUT', 'discovery_campaign', more)).end;
  expect(added.body).toMatchObject({ created: 1, skipped: 1, campaign_id: id });
  const broad = adGroups.find(({ name }) => name === 'Broad');
  const keywords = await service.writer.findKeywordsOf(
    scope,
    id,
    adGroups.map((adGroup) => adGroup.id),
  );
  expect(keywords.map(({ text, adGroupId, matchType, bid }) => [text, adGroupId, matchType, bid]).toSorted()).toEqual([
    ['ocean', broad?.id, 'BROAD', '1.5'],
    ['rain', broad?.id, 'BROAD', '1'],
    ['white noise', broad?.id, 'BROAD', '1'],
  ]);

  const rain = keywords.find(({ text }) => text === 'rain');
  const broadId = broad?.id ?? 0;
  const rainId = rain?.id ?? 0;
  await service.writer.updateKeywords(scope, id, broadId, [{ id: rainId, status: 'PAUSED' }]);
  const observed = keywords.map((keyword) => ({
    keyword_id: keyword.id,
    ad_group_id: broadId,
    text: keyword.text,
    match_type: 'BROAD',
    deleted: false,
    status: keyword.id === rainId ? ('PAUSED' as const) : ('ACTIVE' as const),
    modified_at: null,
    bid_micros: Number(keyword.bid) * 1_000_000,
  }));
  const pull = { org_id: scope.orgId, campaign_id: id, observed_at: service.api.deps.now().toISOString() };
  await happened(service.api, campaignStream(id), { type: 'KeywordsObserved', data: { ...pull, keywords: observed } });
  const again = { campaign_id: id, keywords: ['rain', 'ocean'], cpt: 1.7 };
  expect((await service.untilEnd('PUT', 'discovery_campaign', again)).end.body).toMatchObject({
    created: 0,
    skipped: 2,
  });
  const listedKeywords = await service.writer.findKeywordsOf(scope, id, [broadId]);
  expect(listedKeywords.map(({ text, status, bid }) => [text, status, bid]).toSorted()).toEqual([
    ['ocean', 'ENABLED', '1.5'],
    ['rain', 'ENABLED', '1.7'],
    ['white noise', 'ENABLED', '1'],
  ]);
  const required = await service.call('PUT', 'discovery_campaign', { ...more, cpt: null });
  expect(required).toMatchObject({ status: 400, body: { error_message: 'CPT is required' } });
});

it('a discovery campaign without room for all that is bought blocks what had most impressions, and says so', async () => {
  const { api, applicationId } = service;
  const bought = campaign({ keywords: ['quiet', 'loud', 'soft'], countries: ['NZ'], automation_enabled: false });
  const skag = (await service.untilEnd('POST', 'skag_campaign', bought)).end;
  const campaignId = Number(skag.body.campaign_id);
  const adGroups = await service.writer.findAdGroupsByName(scope, campaignId, ['quiet', 'loud', 'soft']);
  const ids = adGroups.map(({ id }) => id);
  const today = api.deps.now().getTime();
  const day = (ago: number): string => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  let position = skag.position ?? 0n;
  for (const { id: keywordId, adGroupId, text } of await service.writer.findKeywordsOf(scope, campaignId, ids)) {
    const objects = { orgId: scope.orgId, campaignId, adGroupId, keywordId };
    const figures = { taps: 0, installs: 0, spendMicros: 0 };
    const impressions = { quiet: 5, loud: 70, soft: 40 }[text] ?? 0;
    await pulledFigures(api, applicationId, objects, { ...figures, day: day(89), impressions });
    // What lies further back does not count.
    position = await pulledFigures(api, applicationId, objects, {
      ...figures,
      day: day(120),
      impressions: 900 - impressions,
    });
  }
  await inTables(api, position);
  const negativeKeywords = Array.from({ length: 4998 }, (_, index) => `own ${index}`);
  const request = campaign({
    keywords: ['wide'],
    negative_keywords: negativeKeywords,
    countries: ['NZ'],
    search_match: false,
  });
  const { end } = await service.untilEnd('POST', 'discovery_campaign', request);
  expect(end.body.warning).toBe(
    '1 keywords that are bought already are not blocked: a campaign has at most 5,000 negative keywords',
  );
  const negatives = await service.writer.findNegatives(scope, Number(end.body.campaign_id));
  const blocked = negatives.map(({ text }) => text).filter((text) => !text.startsWith('own '));
  expect([negatives.length, blocked.toSorted()]).toEqual([5000, ['loud', 'soft']]);
});
