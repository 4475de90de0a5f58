import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looseKey, textKey } from '../creation/planning/keyword-list.ts';
import type { TermQuestion } from './displayed-terms.ts';
import { ask, type Below, campaign, decided, figures, texts } from './sample-terms.fixture.ts';

describe('the discovery filter of the worked example 8.6', () => {
  const year = [
    figures('sleep sounds', 900, { keyword_id: 1 }),
    figures('white noise', 400),
    figures('Rain-Noise', 120, { keyword_id: 1 }),
    figures('calm app', 60, { keyword_id: 1 }),
    figures('sleep app free', 30, { keyword_id: 1 }),
    figures('zzz', 9),
    figures('', 5000),
    figures('baby sleep', 200),
  ];
  const discovery = (negatives: string[]) =>
    campaign(700, {
      keywords: [{ text: 'sleep', match_type: 'BROAD' }],
      negatives: negatives.map((text) => ({ text })),
    });
  const skag = campaign(701, { keywords: [{ text: 'sleep sounds' }, { text: 'rainnoise', ad_group_id: 2 }] });
  const question: Partial<TermQuestion> = {
    figures: year,
    campaign: discovery(['baby sleep']),
    skagCampaigns: [skag],
    decided: decided({ 'baby sleep': {} }),
  };
  const rows = ask(question);

  it('shows what is known first, preset to minus, then the rest by impressions', () => {
    expect(rows.map(({ text, isBought, choice, note }) => [text, isBought, choice, note])).toEqual([
      ['sleep sounds', true, 3, 'Already bought in "group 1"'],
      ['rain-noise', true, 3, 'Already bought in "group 2"'],
      ['white noise', false, 1, null],
      ['calm app', false, 1, null],
      ['sleep app free', false, 1, null],
    ]);
    expect(rows.find(({ text }) => text === 'white noise')).toMatchObject({ keyword: null, keywordId: null });
    expect(rows.find(({ text }) => text === 'calm app')).toMatchObject({ keyword: 'sleep', adGroupName: 'group 1' });
  });

  it('returns the term that the ad service refused, with its words, and nothing else', () => {
    const saved = (open: boolean) => {
      const plus = { choice: 'plus', open } as const;
      return decided({
        'baby sleep': {},
        'sleep sounds': { open },
        'rain-noise': { open },
        'sleep app free': { open },
        'white noise': plus,
        'calm app': { ...plus, refused: open ? null : 'Keyword not allowed' },
      });
    };
    expect(texts({ ...question, decided: saved(true) })).toEqual([]);
    const later = discovery(['baby sleep', 'sleep sounds', 'rain-noise', 'sleep app free', 'white noise']);
    const left = ask({ ...question, campaign: later, decided: saved(false) });
    expect(left.map(({ text, note }) => [text, note])).toEqual([['calm app', 'Keyword not allowed']]);
  });
});

describe('search terms of a SKAG campaign', () => {
  const skag = (below: Below = {}) =>
    campaign(700, {
      keywords: [{ text: 'calm' }, { text: 'Rain-sounds', ad_group_id: 2, status: 'PAUSED' }],
      ...below,
    });

  it('are one row for each ad group, without the keyword that the ad group buys itself', () => {
    const termFigures = [
      figures('calm!', 50, { keyword_id: 1 }),
      figures('calm', 40, { ad_group_id: 2, keyword_id: 2 }),
    ];
    expect(ask({ view: 'skag', figures: termFigures, campaign: skag() })).toMatchObject([
      {
        text: 'calm',
        adGroupId: 2,
        keyword: 'Rain-sounds',
        isBought: true,
        choice: 3,
        note: 'Already bought in "group 1"',
      },
    ]);
  });

  it.each<[what: string, below: Below, text: string, shown: boolean]>([
    ['an exact negative of the campaign', { negatives: [{ text: 'white-noise' }] }, 'white noise', true],
    [
      'an exact negative that is the same but for symbols',
      { negatives: [{ text: 'white noise!' }] },
      'white noise',
      false,
    ],
    [
      'an exact negative of the ad group',
      { negatives: [{ text: 'white noise', ad_group_id: 1 }] },
      'white noise',
      false,
    ],
    ['one of another ad group', { negatives: [{ text: 'white noise', ad_group_id: 2 }] }, 'white noise', true],
    ['a broad negative', { negatives: [{ text: 'white noise', match_type: 'BROAD' }] }, 'white noise', true],
    ['a paused negative', { negatives: [{ text: 'white noise', status: 'PAUSED' }] }, 'white noise', true],
    ['a deleted negative', { negatives: [{ text: 'white noise', deleted: true }] }, 'white noise', true],
    ['a deleted ad group', { deletedGroups: [1] }, 'white noise', false],
    [
      'a broad keyword of the same text',
      { keywords: [{ text: 'white noise', match_type: 'BROAD' }] },
      'white noise',
      true,
    ],
    ['a deleted keyword of the same text', { keywords: [{ text: 'white noise', deleted: true }] }, 'white noise', true],
  ])('with %s', (_what, below, text, isDisplayed) => {
    const termFigures = [figures(text, 10)];
    expect(texts({ view: 'skag', figures: termFigures, campaign: skag(below) })).toEqual(isDisplayed ? [text] : []);
  });
});

describe('figures', () => {
  it('are added up over ad groups and keywords, whatever is deleted left out', () => {
    const sums = { taps: 2, tap_installs: 1, spend_micros: 300 };
    const termFigures = [
      figures('Sleep  App', 6, { keyword_id: 1, ...sums }),
      figures('sleep app', 7, { ad_group_id: 2, ...sums }),
      figures('sleep app', 90, { ad_group_id: 3, ...sums }),
    ];
    const seen = campaign(700, { deletedGroups: [3] });
    expect(ask({ figures: termFigures, campaign: seen })).toMatchObject([
      { text: 'sleep app', adGroupId: 2, impressions: 13, taps: 4, installs: 2, spendMicros: 600 },
    ]);
    expect(texts({ figures: termFigures, campaign: seen, minImpressions: 14 })).toEqual([]);
  });

  it('are not known where none could be read, and sums of the rest where some could', () => {
    const termFigures = [
      figures('calm app', 20, { taps: null, spend_micros: null }),
      figures('calm app', 4, { taps: 3, spend_micros: null }),
      figures('rain', null),
    ];
    expect(ask({ figures: termFigures })).toMatchObject([
      { text: 'calm app', impressions: 24, taps: 3, spendMicros: null },
      { text: 'rain', impressions: null, taps: 0 },
    ]);
  });

  it('are not few while some impressions could not be read', () => {
    const rows = [figures('rain', 4), figures('rain', null, { ad_group_id: 2 }), figures('hail', 4)];
    expect(ask({ figures: rows })).toMatchObject([{ text: 'rain', impressions: 4, isPartial: true }]);
  });

  it('of 5,000 terms are in order', () => {
    const termFigures = Array.from({ length: 5000 }, (_, index) => figures(`term ${index}`, 10 + (index % 97)));
    const terms = ask({ figures: termFigures });
    expect(terms).toHaveLength(5000);
    expect(terms.map(({ impressions }) => impressions)).toEqual(
      terms.map(({ impressions }) => impressions).toSorted((left, right) => Number(right) - Number(left)),
    );
  });
});

describe('a term that is shown', () => {
  it('never has the loose key of a live exact keyword where its negative would apply', () => {
    const word = fc.constantFrom('calm', 'ca-lm', 'calm app', 'Calm  App', 'rain', 'r.a.i.n', 'white noise');
    const keyword = fc.record({ text: word, ad_group_id: fc.integer({ min: 1, max: 4 }), deleted: fc.boolean() });
    const term = fc.record({ text: word, ad_group_id: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(keyword, { maxLength: 6 }), fc.array(term, { maxLength: 12 }), (keywords, terms) => {
        const seen = campaign(700, { keywords });
        const rows = ask({
          view: 'skag',
          figures: terms.map(({ text, ad_group_id }) => figures(text, 50, { ad_group_id })),
          campaign: seen,
        });
        const activeKeywords = keywords.filter(({ deleted }) => !deleted);
        const keysOf = (of: typeof activeKeywords) => new Set(of.map(({ text }) => looseKey(text)));
        for (const { text, isBought, adGroupId } of rows) {
          const ownKeys = keysOf(activeKeywords.filter(({ ad_group_id }) => ad_group_id === adGroupId));
          // A negative goes to the campaign, or to the ad group where a known term strayed.
          expect(isBought ? ownKeys : keysOf(activeKeywords)).not.toContain(looseKey(text));
        }
        expect(rows.every(({ text }) => text === textKey(text))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
