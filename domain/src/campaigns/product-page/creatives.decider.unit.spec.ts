import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { creativesDecider, recordSync, requestCreativesSync } from './creatives.decider.ts';
import type { CreativesEvent } from './creatives.events.ts';

const ids = { application_id: 3, org_id: 9 };
const at = '2026-11-23T06:00:00.000Z';
const request = { ...ids, account_id: 5, requested_at: at };
const requested: CreativesEvent = { type: 'CreativesSyncRequested', data: request };
const creative = (creative_id: number) => ({
  creative_id,
  name: `page ${creative_id}`,
  product_page_id: 'p',
  valid: true,
});
const synced = (...creatives: ReturnType<typeof creative>[]): CreativesEvent => ({
  type: 'CreativesSynced',
  data: { ...ids, creatives, synced_at: at },
});
const failed: CreativesEvent = {
  type: 'CreativesSyncFailed',
  data: { ...ids, message: 'No access', apple_status: 403, failed_at: at },
};

describe('pages that ads can use', () => {
  it('are asked for once at a time, and again after an end', () => {
    given(creativesDecider)
      .when((state) => requestCreativesSync(state, request))
      .thenEvents(requested);
    given(creativesDecider, requested)
      .when((state) => requestCreativesSync(state, request))
      .thenNothing();
    given(creativesDecider, requested, failed)
      .when((state) => requestCreativesSync(state, request))
      .thenEvents(requested);
  });

  it('are made for a person alone, also when the daily reading is under way', () => {
    const daily: CreativesEvent = { type: 'CreativesSyncRequested', data: { ...request, account_id: null } };
    given(creativesDecider, daily)
      .when((state) => requestCreativesSync(state, request))
      .thenEvents(requested);
    given(creativesDecider, requested)
      .when((state) => requestCreativesSync(state, daily.data))
      .thenNothing();
    expect(given(creativesDecider, daily).state()).toMatchObject({ open: true, makes: false });
    expect(given(creativesDecider, daily, requested).state()).toMatchObject({ open: true, makes: true });
    expect(given(creativesDecider, daily, requested, synced(), daily).state()).toMatchObject({ makes: false });
    // What only read does not end what a person asked for.
    given(creativesDecider, daily, requested)
      .when((state) => recordSync(state, synced(), false))
      .thenNothing();
    given(creativesDecider, daily, requested)
      .when((state) => recordSync(state, synced(), true))
      .thenEvents(synced());
  });

  it('are made of the pages that a person picked, which are not offered again', () => {
    const pages = [{ product_page_id: 'a', name: 'A' }];
    const offered: CreativesEvent = { type: 'CreativesSynced', data: { ...ids, creatives: [], synced_at: at, pages } };
    const picks: CreativesEvent = { type: 'CreativesSyncRequested', data: { ...request, product_page_ids: ['a'] } };
    expect(given(creativesDecider, requested, offered).state().pages).toEqual(pages);
    // A reading that is under way does not know of them.
    given(creativesDecider, offered, requested)
      .when((state) => requestCreativesSync(state, picks.data))
      .thenEvents(picks);
    given(creativesDecider, offered, picks)
      .when((state) => requestCreativesSync(state, picks.data))
      .thenNothing();
    expect([...given(creativesDecider, offered, picks, synced()).state().picked]).toEqual(['a']);
  });

  it('are those of the last reading, and of what was made since', () => {
    const made: CreativesEvent = { type: 'CreativeCreated', data: { ...ids, creative: creative(3), created_at: at } };
    const state = given(creativesDecider, requested, synced(creative(1), creative(2)), requested, made).state();
    expect([...state.creatives.keys()]).toEqual([1, 2, 3]);
    const later = given(creativesDecider, requested, synced(creative(1)), requested, failed).state();
    expect(later).toMatchObject({ open: false, ended: 2, failure: 'No access', syncedAt: at });
    expect([...later.creatives.keys()]).toEqual([1]);
  });

  it('are not recorded by a reading that ended meanwhile', () => {
    given(creativesDecider, requested, synced())
      .when((state) => recordSync(state, failed, true))
      .thenNothing();
    given(creativesDecider, requested)
      .when((state) => recordSync(state, failed, true))
      .thenEvents(failed);
  });
});
