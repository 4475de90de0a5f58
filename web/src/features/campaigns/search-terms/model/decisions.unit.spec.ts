import type { SearchTerm } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { searchTerm as term } from '../../../../testing/fixtures/term-fixtures.ts';
import { type Choice, decide, type FilterKind, joinAdGroups, termOf } from './decisions.ts';
import { emptyForm, formFaults, saveRequest } from './save-form.ts';
import { termOrder, termTotals } from './term-order.ts';
import { createTermStore } from './term-store.ts';

/** Decides terms by their texts, or by text and ad group. */
function decided(kind: FilterKind, terms: readonly SearchTerm[], choices: Readonly<Record<string, Choice>>) {
  const rows = terms.map(termOf);
  const chosen = (id: number) => {
    const { text = '', adGroupId = 0 } = terms[id] ?? {};
    return choices[`${text} ${adGroupId}`] ?? choices[text] ?? 1;
  };
  return decide(kind, rows, chosen);
}

describe('the choices of a SKAG filter', () => {
  const strays = [term('white noise', { adGroupId: 1 }), term('White  Noise', { adGroupId: 2 })];

  it('make one keyword of a term, and a negative in every ad group where it was found', () => {
    const result = decided('skag', [...strays, term('calm', { adGroupId: 1 })], { 'white noise': 2 });
    expect(result).toMatchObject({ keywords: ['white noise'], negatives: [], counts: { add: 1, negative: 0 } });
    expect(result.blocks).toEqual({ 1: ['white noise'], 2: ['White  Noise'] });
  });

  it('are one keyword too when a term is chosen in two rows', () => {
    const result = decided('skag', strays, { 'white noise': 2, 'White  Noise': 2 });
    expect(result.keywords).toHaveLength(1);
    expect(result.counts.add).toBe(1);
    expect(Object.keys(result.blocks)).toEqual(['1', '2']);
  });

  it('block an unknown term in the campaign and a known one only where it strayed', () => {
    const existingTerm = term('sleep sounds', { adGroupId: 3, known: true, choice: 3 });
    const result = decided('skag', [existingTerm, ...strays], {
      'sleep sounds': 3,
      'white noise': 3,
      'White  Noise': 3,
    });
    expect(result.negatives).toEqual(['White  Noise']);
    expect(result.strayed).toEqual({ 3: ['sleep sounds'] });
    expect(joinAdGroups({ 3: ['a'] }, result.strayed)).toEqual({ 3: ['a', 'sleep sounds'] });
  });

  it('do not block for the campaign what the same request buys', () => {
    const result = decided('skag', [term('rainnoise'), term('rain-noise', { adGroupId: 9 })], {
      rainnoise: 2,
      'rain-noise': 3,
    });
    expect(result.negatives).toEqual([]);
    expect([...result.refused]).toEqual([[1, { message: 'Would block the keyword "rainnoise"', blocks: true }]]);
  });

  it('leave out what can be no keyword', () => {
    const long = 'x'.repeat(81);
    const result = decided('skag', [term(long)], { [long]: 3 });
    expect(result.refused.get(0)?.message).toBe('Longer than 80 characters');
    expect(result.counts).toEqual({ add: 0, negative: 0 });
  });
});

/** Search terms of a year of a discovery campaign, as the call answers them. */
const discovery = () => [
  term('sleep sounds', { impressions: 900, known: true, choice: 3, note: 'Already bought in "sleep sounds"' }),
  term('rain-noise', { impressions: 120, known: true, choice: 3, note: 'Already bought in "rainnoise"' }),
  term('white noise', { impressions: 400 }),
  term('calm app', { impressions: 60 }),
  term('sleep app free', { impressions: 30 }),
];

describe('the discovery filter of the worked example', () => {
  it('shows known terms first, and decides by hand and for all shown', () => {
    const store = createTermStore(discovery(), 'discovery', new Map());
    const all = { text: '', least: 10 };
    const texts = (ids: readonly number[]) => ids.map((id) => store.terms[id]?.text);
    expect(texts(termOrder(store.terms, all, null))).toEqual(discovery().map(({ text }) => text));
    const apps = termOrder(store.terms, { ...all, text: 'app' }, null);
    expect(texts(apps)).toEqual(['calm app', 'sleep app free']);
    store.choose(apps, 3);
    store.choose([2], 2);
    store.choose([3], 2);
    const request = saveRequest(
      'discovery',
      { application_id: 1, asa_organization_id: 40, campaign_id: 7 },
      8,
      store.decisions.getState(),
      { ...emptyForm, cpt: '0.90' },
    );
    expect(request).toEqual({
      call: 'filter_discovery',
      body: {
        application_id: 1,
        asa_organization_id: 40,
        discovery_campaign_id: 7,
        skag_campaign_id: 8,
        skag_keywords: ['white noise', 'calm app'],
        cpt: '0.90',
        cpa: null,
        devices: null,
        audience: null,
        negative_keywords: ['sleep sounds', 'rain-noise', 'sleep app free'],
      },
    });
  });

  it('leaves known terms alone when plus is applied to all, and keeps choices over another answer', () => {
    const store = createTermStore(discovery(), 'discovery', new Map());
    store.choose([0, 1, 2, 3, 4], 2);
    expect([0, 1, 2].map((id) => store.row(id)?.row.chosen)).toEqual([3, 3, 2]);
    const next = createTermStore(discovery().slice(2), 'discovery', store.kept());
    expect(next.row(0)?.row.chosen).toBe(2);
    next.reset();
    expect(next.decisions.getState().counts).toEqual({ add: 0, negative: 0 });
  });

  it('draws the rows again that say something else, and no others', () => {
    const store = createTermStore(discovery(), 'discovery', new Map());
    const heard: number[] = [];
    for (const id of [0, 2, 3]) store.subscribeRow(id, () => heard.push(id));
    store.choose([2], 2);
    expect(store.refuse([{ text: 'white noise', message: 'Keyword not eligible' }])).toEqual([2]);
    expect(heard).toEqual([2, 2]);
    expect(store.row(2)?.row.refusal).toBe('Keyword not eligible');
    store.choose([2], 1);
    expect(store.row(2)?.row.refusal).toBeNull();
  });
});

describe('the form of added keywords', () => {
  it.each([
    [{ cpt: '' }, true, { cpt: 'CPT is required' }],
    [{ cpt: '0' }, true, { cpt: 'CPT must be positive number' }],
    [{ cpt: '0.9', cpa: '1,5' }, true, { cpa: 'CPA must be positive number' }],
    [{ cpt: '0.90', cpa: '' }, true, {}],
    [{ cpt: '' }, false, {}],
  ])('%j with additions %s is %j', (form, adds, faults) => {
    expect(formFaults({ ...emptyForm, ...form }, adds, 'USD')).toEqual(faults);
  });
});

it('sorts by a column, and narrows by impressions', () => {
  const terms = [term('b', { impressions: 20 }), term('a', { impressions: 15 })].map(termOf);
  expect(termOrder(terms, { text: '', least: 10 }, { column: 'text', descending: false })).toEqual([1, 0]);
  expect(termOrder(terms, { text: '', least: 16 }, null)).toEqual([0]);
});

it('shows what could not be read as unknown, and leaves it out of sums', () => {
  const terms = [term('b', { impressions: null, spend: null }), term('a', { spend: null, taps: 3 })].map(termOf);
  expect(termOrder(terms, { text: '', least: 10 }, null)).toHaveLength(2);
  expect(termTotals(terms, [0, 1])).toMatchObject({ impressions: terms[1]?.impressions, spend: null });
  expect(termTotals(terms, [])).toMatchObject({ impressions: 0, spend: 0 });
});
