import { type CampaignEvent, campaignDecider, campaignStream, fold } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

let world: SettingsChangeWorld;
beforeAll(async () => {
  world = await startSettingsChangeWorld();
});
afterAll(() => world.stop());

const remoteKeyword = (campaignId: number, id: number) =>
  world.service.world.keywords.get(campaignId)?.find((keyword) => keyword.id === id);
const bidOf = (campaignId: number, id: number) =>
  (remoteKeyword(campaignId, id)?.bidAmount as { amount: string } | null)?.amount ?? null;
const setBid = (campaignId: number, id: number, amount: string) =>
  Object.assign(remoteKeyword(campaignId, id) ?? {}, { bidAmount: { amount, currency: 'USD' } });
const outcomes = (body: Record<string, unknown>) =>
  (body.results as { key: string; outcome: string }[]).map(({ outcome }) => outcome);

describe('a bulk edit of bids', () => {
  const c = 700;
  const key = (row: number) => `${c}:${710 + row}:${720 + row}`;
  const row = (index: number, bid: number | null, status: 'ACTIVE' | 'PAUSED' = 'ACTIVE') =>
    ({ adGroupId: 710 + index, keywordId: 720 + index, bid, status }) as const;

  beforeAll(() =>
    world.campaign(
      c,
      [
        row(1, 800_000),
        row(2, 1_100_000),
        row(3, 2_000_000),
        row(4, 30_000),
        row(5, null),
        row(6, 1_200_000),
        row(7, 500_000, 'PAUSED'),
        row(8, 40_000_000),
      ],
      45_000_000,
    ),
  );

  it('with a bid above the daily budget is refused before anything is sent', async () => {
    const before = world.service.calls.length;
    const response = await world.call('PUT', 'keywords_bids', { new_bids: { [key(1)]: '0.92', [key(8)]: 46 } });
    expect(response).toMatchObject({
      status: 400,
      body: {
        status: 'error',
        code: 'invalid_request',
        error_message: 'Bid must not exceed the daily budget (45.00)',
        rows: [{ key: key(8), field: 'cpt_bid', message: 'Bid must not exceed the daily budget (45.00)' }],
      },
    });
    expect(world.service.calls.length).toBe(before);
  });

  it('sends what may be sent, reads back what was not answered, and says how each row ended', async () => {
    const before = world.service.calls.length;
    setBid(c, 722, '1.3');
    const ofGroup = (id: number) => (path: string) => path.includes(`/adgroups/${id}/`);
    world.service.writeFaults.push(
      { fits: ofGroup(716), afterEffect: true },
      {
        fits: ofGroup(717),
        status: 400,
        errors: [{ messageCode: 'NO', message: 'Keyword not editable', field: 'KeywordImport[0]' }],
      },
    );
    const new_bids = { [key(1)]: '0.92', [key(2)]: 1.27, [key(5)]: '1.15', [key(6)]: '1.73', [key(7)]: 0.58 };
    const response = await world.call('PUT', 'keywords_bids', { new_bids });
    expect(response.body).toMatchObject({
      status: 'partial',
      code: 'partial_failure',
      error_message: '2 of 5 changes were not made',
      settings_currency: 'USD',
      results: [
        { key: key(1), field: 'cpt_bid', outcome: 'changed', old: 0.8, new: 0.92 },
        {
          key: key(2),
          outcome: 'conflict',
          old: 1.1,
          new: 1.27,
          based_on: 1.1,
          current: 1.3,
          changed_by: 'Apple Ads (outside this product)',
        },
        { key: key(5), outcome: 'changed', old: null, new: 1.15 },
        { key: key(6), outcome: 'changed', old: 1.2, new: 1.73 },
        { key: key(7), outcome: 'refused', message: 'Keyword not editable' },
      ],
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ counts: { changed: 3, conflict: 1, refused: 1, unknown: 0, pending: 0 } });
    const calls = world.service.calls.slice(before);
    // One find of the keywords and its four writes, and one reading after the lost answer, five seconds later.
    expect(calls.filter(({ path }) => path.endsWith('/targetingkeywords/find'))).toHaveLength(2);
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(4);
    expect(world.worker.skipped()).toBeGreaterThanOrEqual(4500);
    expect([721, 722, 725, 726, 727].map((id) => bidOf(c, id))).toEqual(['0.92', '1.3', '1.15', '1.73', '0.5']);
    const again = await world.api.call('GET', '/api/asa/changes', {
      token: world.owner.token,
      query: { application_id: world.applicationId, change_id: String(response.body.change_id) },
    });
    expect(again).toMatchObject({
      status: 200,
      body: {
        ...response.body,
        actor_kind: 'person',
        actor: 'Ada',
        comment: null,
        undoes: null,
        undone_by: null,
        done: true,
      },
    });
  });
});

describe('two settings of one ad group in one call', () => {
  it('are both in the log afterwards, so that the next change and the next pull start from them', async () => {
    const c = 703;
    await world.campaign(c, [{ adGroupId: 751, keywordId: 761, bid: null }]);
    const both = await world.call('PUT', 'adgroups_bids', { campaign_id: c, bids: { 751: { cpt: 1.2, cpa: 4 } } });
    expect(outcomes(both.body)).toEqual(['changed', 'changed']);
    const recordedSettings = async () => {
      const recorded = await world.api.log.readStream(campaignStream(c));
      const { ad_groups } = fold(
        campaignDecider,
        recorded.map(({ event }) => event as CampaignEvent),
      );
      return [ad_groups.get(751)?.default_bid_micros, ad_groups.get(751)?.cpa_goal_micros];
    };
    expect(await recordedSettings()).toEqual([1_200_000, 4_000_000]);
    const next = await world.call('PUT', 'adgroups_bids', { campaign_id: c, bids: { 751: { cpt: 1.3 } } });
    expect(next.body.results).toMatchObject([{ outcome: 'changed', old: 1.2, new: 1.3 }]);
    const undone = await world.call('POST', 'undo', { change_id: both.body.change_id, force_keys: [`${c}:751`] });
    expect(outcomes(undone.body)).toEqual(['changed', 'changed']);
    expect(await recordedSettings()).toEqual([1_000_000, null]);
  });
});

describe('undoing a change of six rows', () => {
  const c = 701;
  const key = (row: number) => `${c}:${730 + row}:${740 + row}`;
  let changeId = '';
  let undoId = '';

  it('restores what is as it was set, and leaves alone what is not', async () => {
    const rows = [1, 2, 3, 4, 5, 6];
    await world.campaign(
      c,
      rows.map((row) => ({ adGroupId: 730 + row, keywordId: 740 + row, bid: 1_000_000 })),
    );
    world.service.writeFaults.push({ fits: (path) => path.includes('/adgroups/736/'), status: 400 });
    const made = await world.call('PUT', 'keywords_bids', {
      new_bids: Object.fromEntries(rows.map((row) => [key(row), 1.2])),
      comment: 'test of six',
    });
    expect(outcomes(made.body)).toEqual([...Array(5).fill('changed'), 'refused']);
    changeId = String(made.body.change_id);
    setBid(c, 743, '1');
    setBid(c, 744, '1.35');
    Object.assign(remoteKeyword(c, 745) ?? {}, { deleted: true });
    // The preview reads what the undo is going to find.
    const writes = world.writes().length;
    const preview = await world.call('POST', 'undo', { change_id: changeId, dry_run: true });
    expect(world.writes()).toHaveLength(writes);
    const undone = await world.call('POST', 'undo', { change_id: changeId });
    expect(undone.body).toMatchObject({ status: 'partial', error_message: '2 of 5 changes were not made' });
    expect(undone.body.counts).toMatchObject({ changed: 2, unchanged: 1, conflict: 1, skipped: 1, refused: 0 });
    expect(undone.body.results).toMatchObject([
      { key: key(5), outcome: 'skipped', message: 'deleted' },
      { key: key(4), outcome: 'conflict', current: 1.35 },
      { key: key(3), outcome: 'unchanged' },
      { key: key(2), outcome: 'changed', old: 1.2, new: 1 },
      { key: key(1), outcome: 'changed', old: 1.2, new: 1 },
    ]);
    const ends = (response: typeof undone) =>
      (response.body.results as Record<string, unknown>[]).map(({ key, outcome, current, message, note }) => {
        return { key, outcome, current, message, note };
      });
    expect(ends(preview)).toEqual(ends(undone));
    expect(preview.body.counts).toEqual(undone.body.counts);
    undoId = String(undone.body.change_id);
  });

  it('sets a row back by force', async () => {
    const forced = await world.call('POST', 'undo', { change_id: changeId, keys: [key(4)], force_keys: [key(4)] });
    expect(forced.body).toMatchObject({ status: 'ok', results: [{ key: key(4), outcome: 'changed', new: 1 }] });
    expect(bidOf(c, 744)).toBe('1');
  });

  it('can itself be undone, with what it changed', async () => {
    const preview = await world.call('POST', 'undo', { change_id: undoId, dry_run: true });
    expect(preview.body).toMatchObject({ status: 'ok', counts: { changed: 2 } });
    expect(preview.body.change_id).toBeUndefined();
    expect(bidOf(c, 741)).toBe('1');
    const again = await world.call('POST', 'undo', { change_id: undoId });
    expect(again.body.results).toMatchObject([
      { key: key(1), outcome: 'changed', new: 1.2 },
      { key: key(2), outcome: 'changed', new: 1.2 },
    ]);
    expect([741, 742, 743, 744].map((id) => bidOf(c, id))).toEqual(['1.2', '1.2', '1', '1']);
  });

  it('is foreseen by what is known, with a note, while the ad service cannot be asked', async () => {
    world.service.faults.push(...Array.from({ length: 200 }, () => ({ status: 503 })));
    const preview = await world.call('POST', 'undo', { change_id: undoId, dry_run: true });
    world.service.faults.length = 0;
    const note = 'Apple could not be asked; this is what was known last';
    expect(preview.body.results).toMatchObject([
      { key: key(1), outcome: 'unchanged', note },
      { key: key(2), outcome: 'unchanged', note },
    ]);
  });

  it('is known at the change that was undone', async () => {
    const state = await world.api.call('GET', '/api/asa/changes', {
      token: world.owner.token,
      query: { application_id: world.applicationId, change_id: undoId },
    });
    expect(state.body).toMatchObject({ actor_kind: 'undo', actor: 'Undo', undoes: changeId });
    expect(state.body.undone_by).toMatch(/^[0-9a-f-]{36}$/);
    const nothing = await world.call('POST', 'undo', { change_id: changeId, keys: [key(6)] });
    expect(nothing).toMatchObject({ status: 400, body: { error_message: 'Nothing to undo' } });
    const outside = await world.call('POST', 'undo', { change_id: changeId, force_keys: ['1:2:3'] });
    expect(outside.status).toBe(400);
  });
});

describe('undo', () => {
  const seeds = Array.from({ length: 2 }, () => Math.floor(Math.random() * 2 ** 31));
  it.each(seeds)('takes a change back exactly, and its own undo makes the change again (seed %i)', async (seed) => {
    const c = 1000 + (seed % 1_000_000);
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const ids = [1, 2, 3, 4, 5, 6];
    await world.campaign(
      c,
      ids.map((id) => ({ adGroupId: id, keywordId: id, bid: random(4) === 0 ? null : (1 + random(300)) * 10_000 })),
    );
    const bids = () => ids.map((id) => bidOf(c, id));
    const before = bids();
    const new_bids = Object.fromEntries(ids.map((id) => [`${c}:${id}:${id}`, String((1 + random(4000)) / 100)]));
    const made = await world.call('PUT', 'keywords_bids', { new_bids });
    const after = bids();
    expect([seed, after]).toEqual([seed, Object.values(new_bids)]);
    const undone = await world.call('POST', 'undo', { change_id: made.body.change_id });
    expect([seed, bids()]).toEqual([seed, before]);
    await world.call('POST', 'undo', { change_id: undone.body.change_id });
    expect([seed, bids()]).toEqual([seed, after]);
  });
});
