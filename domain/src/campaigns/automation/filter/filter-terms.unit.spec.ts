import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseKey } from '../../creation/planning/keyword-list.ts';
import { campaign, figures, now } from '../../search-term-decision/sample-terms.fixture.ts';
import { termFiguresOf } from '../../search-term-decision/term-rows.ts';
import { type FilterQuestion, filterTerms, scopedTermKey } from './filter-terms.ts';

const question = (overrides: Partial<FilterQuestion>): FilterQuestion => ({
  view: 'skag',
  figures: [],
  campaign: campaign(700),
  skagCampaigns: [],
  decided: new Map(),
  hidden: new Map(),
  now,
  seen: new Set<string>(),
  ...overrides,
});
const filtered = (overrides: Partial<FilterQuestion>, least = 10) => filterTerms([question(overrides)], least);
const verdictsOf = (overrides: Partial<FilterQuestion>) =>
  filtered(overrides).map(({ term, scope, verdict, message }) => [term, scope, verdict, message]);

describe('a filter', () => {
  it('blocks a term in the ad group it strayed into, not in the one that buys it', () => {
    const keywords = [
      { text: 'sleep sounds', ad_group_id: 1 },
      { text: 'white noise', ad_group_id: 2 },
    ];
    const strayed = [
      figures('white noise', 90),
      figures('White  Noise', 500, { ad_group_id: 2 }),
      figures('sleep-sounds', 60, { keyword_id: 1 }),
      figures('rain', 30),
      figures('rare', 9),
    ];
    expect(verdictsOf({ campaign: campaign(700, { keywords }), figures: strayed })).toEqual([
      ['white noise', '700:1', 'negated', 'Already bought in "group 2"'],
      ['sleep-sounds', '700:1', 'to_decide', null],
      ['rain', '700:1', 'to_decide', null],
    ]);
  });

  it('says once that a term is new, by what was to be decided at the run before', () => {
    const [first] = filtered({ figures: [figures('rain', 30)] });
    if (first === undefined) throw new Error('There is one term');
    expect([first.begins, first.key]).toEqual([true, '700:1:0']);
    const [again, other] = filtered({
      figures: [figures('rain', 31), figures('hail', 12)],
      seen: new Set([scopedTermKey(first)]),
    });
    expect([again?.begins, other?.begins]).toEqual([false, true]);
  });

  it('does nothing about a term whose impressions could not be read, and names what else is not known of others', () => {
    const counts = { impressions: 0, taps: 3, tap_installs: 1, view_installs: 0, spend_micros: 500 };
    const row = (text: string, more: object) =>
      termFiguresOf({ ad_group_id: 1, keyword_id: 0, text, ...counts, ...more });
    const read = { impressions: 40 };
    const terms = [
      row('rain', { unread: ['impressions'] }),
      row('hail', { ...read, taps: 0, unread: ['taps', 'view_installs'] }),
      row('wind', { ...read, currency: 'GBP' }),
      row('snow', read),
    ];
    expect(filtered({ figures: terms }).map(({ term, inputs }) => [term, inputs])).toEqual([
      ['hail', { impressions: 40, taps: 0, installs: 1, spend: 500, partial: ['taps'] }],
      ['snow', { impressions: 40, taps: 3, installs: 1, spend: 500 }],
      ['wind', { impressions: 40, taps: 3, installs: 1, spend: 0, partial: ['spend'] }],
    ]);
    // A part that is enough is enough.
    const both = [figures('rain', 40), figures('rain', null, { keyword_id: 1 })];
    expect(filtered({ figures: both })).toMatchObject([{ inputs: { impressions: 40, partial: ['impressions'] } }]);
  });

  it('leaves a term alone whose negative was removed, and one that Apple would not take', () => {
    const skag = campaign(800, { keywords: [{ text: 'rain' }, { text: 'hail {x}' }] });
    const discovery = campaign(700, { negatives: [{ text: 'rain', deleted: true, ad_group_id: null }] });
    const terms = [figures('rain', 40), figures('hail {x}', 30)];
    const overrides = { view: 'discovery', campaign: discovery, skagCampaigns: [skag], figures: terms } as const;
    expect(verdictsOf(overrides)).toEqual([
      ['rain', '700', 'skipped', 'Its negative keyword was removed before, so the term is left alone'],
      ['hail {x}', '700', 'skipped', 'Contains characters that are not allowed'],
    ]);
  });

  it('adds at most 200 negatives a run, over all of its campaigns, and none beyond 5,000 in a campaign', () => {
    const words = Array.from({ length: 150 }, (_, index) => `word ${index}`);
    const skag = campaign(800, { keywords: words.map((text) => ({ text })) });
    const terms = words.map((text) => figures(text, 20));
    const filterQuestion = question({ view: 'discovery', skagCampaigns: [skag], figures: terms });
    const both = filterTerms([filterQuestion, { ...filterQuestion, campaign: campaign(701) }], 10);
    expect(both.filter(({ verdict }) => verdict === 'negated')).toHaveLength(200);
    expect(both.at(-1)?.message).toContain('at most 200');
    const full = Array.from({ length: 4999 }, (_, index) => ({ text: `other ${index}` }));
    const verdicts = filterTerms([{ ...filterQuestion, campaign: campaign(702, { negatives: full }) }], 10);
    expect(verdicts.filter(({ verdict }) => verdict === 'negated')).toHaveLength(1);
    expect(verdicts.at(-1)?.message).toBe('This campaign has 5,000 negative keywords');
  });

  it('never blocks a live exact keyword in its own scope, and depends on no order', () => {
    const text = fc.constantFrom('rain', 'Rain', 'ra-in', 'hail', 'white noise', 'white  noise', 'wind!');
    const keyword = fc.record({ text, ad_group_id: fc.integer({ min: 1, max: 3 }), deleted: fc.boolean() });
    const term = fc.tuple(text, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5, max: 50 }));
    const view = fc.constantFrom('skag' as const, 'discovery' as const);
    fc.assert(
      fc.property(view, fc.array(keyword), fc.array(keyword), fc.array(term), (of, ownKeywords, others, terms) => {
        const ownCampaign = campaign(700, { keywords: ownKeywords });
        const rows = terms.map(([word, ad_group_id, count]) => figures(word, count, { ad_group_id }));
        const overrides = { view: of, campaign: ownCampaign, skagCampaigns: [campaign(800, { keywords: others })] };
        const verdicts = filtered({ ...overrides, figures: rows });
        expect(filtered({ ...overrides, figures: rows.toReversed() })).toEqual(verdicts);
        for (const { scope, term: blocked } of verdicts.filter(({ verdict }) => verdict === 'negated')) {
          const inScope = ownKeywords.filter(
            (ownKeyword) => of === 'discovery' || scope === `700:${ownKeyword.ad_group_id}`,
          );
          const activeKeys = inScope.filter(({ deleted }) => !deleted).map((ownKeyword) => looseKey(ownKeyword.text));
          expect(activeKeys).not.toContain(looseKey(blocked));
        }
      }),
      { numRuns: 100 },
    );
  });
});
