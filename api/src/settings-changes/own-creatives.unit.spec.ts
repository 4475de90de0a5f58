import { type CreativesEvent, creativesDecider } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { creativesResponse } from './own-creatives.ts';

const ids = { application_id: 1, org_id: 40 };
const at = '2026-11-28T10:00:00.000Z';
const creative = (creative_id: number, product_page_id: string, valid: boolean) => ({
  creative_id,
  name: `Creative of ${product_page_id}`,
  product_page_id,
  valid,
});
const pages = ['a', 'b'].map((product_page_id) => ({ product_page_id, name: `Page ${product_page_id}` }));
const synced: CreativesEvent = { type: 'CreativesSynced', data: { ...ids, creatives: [], pages, synced_at: at } };
const picked: CreativesEvent = {
  type: 'CreativesSyncRequested',
  data: { ...ids, account_id: 7, requested_at: at, product_page_ids: ['a'] },
};
const made = (valid: boolean): CreativesEvent => ({
  type: 'CreativeCreated',
  data: { ...ids, creative: creative(91, 'a', valid), created_at: at },
});
const response = (...events: CreativesEvent[]) =>
  creativesResponse(events.reduce(creativesDecider.evolve, creativesDecider.initialState()));
const pageA = { id: 'a', name: 'Page a' };
const pageB = { id: 'b', name: 'Page b' };
const standard = { id: 0, name: 'Default' };

it('lists pages that no creative uses until they are picked, and picked ones as pending until they are usable', () => {
  expect(response(synced)).toMatchObject({ creatives: [standard], pages: [pageA, pageB], pending: [] });
  expect(response(synced, picked)).toMatchObject({ creatives: [standard], pages: [pageB], pending: [pageA] });
});

it('takes a creative that the ad service still looks at for pending, not for one that cannot be used', () => {
  expect(response(synced, picked, made(false))).toMatchObject({ creatives: [standard], pending: [pageA] });
  expect(response(synced, picked, made(true))).toMatchObject({
    creatives: [standard, { id: 91, state: 'VALID' }],
    pending: [],
  });
});

it('says that a page cannot be used once the reading that made it has ended', () => {
  const creatives = [creative(91, 'a', false)];
  const ended: CreativesEvent = {
    type: 'CreativesSynced',
    data: { ...ids, creatives, pages: pages.slice(1), synced_at: at },
  };
  expect(response(synced, picked, made(false), ended)).toMatchObject({
    creatives: [standard, { id: 91, state: 'INVALID' }],
    pages: [pageB],
    pending: [],
  });
});
