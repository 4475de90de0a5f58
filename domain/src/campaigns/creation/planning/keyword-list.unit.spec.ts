import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  badKeywords,
  badKeywordsRefusal,
  looseKey,
  readKeywordList,
  splitKeywords,
  textKey,
  withoutKeywords,
} from './keyword-list.ts';

const codes = (texts: readonly string[]) => readKeywordList(texts).map(({ fault }) => fault?.code);

describe('a list of keywords', () => {
  it('is split at line ends and commas, without empty pieces and brackets', () => {
    expect(splitKeywords('sleep, rain\r\n\n , [white noise]\n[]')).toEqual(['sleep', 'rain', '[white noise]']);
    expect(readKeywordList('[White  Noise],\tRAIN\tsounds ').map(({ text }) => text)).toEqual([
      'white noise',
      'rain sounds',
    ]);
    expect(readKeywordList(['a, b', '  ', 'c']).map(({ text }) => text)).toEqual(['a, b', 'c']);
  });

  it('is compared by text keys, and for blocking by letters, marks, digits and spaces', () => {
    expect(textKey('  ＳＬＥＥＰ\u00a0\n Sounds ')).toBe('sleep sounds');
    expect(looseKey('Hello-World!')).toBe('helloworld');
    expect(looseKey('rain noise')).not.toBe(looseKey('rainnoise'));
    expect(looseKey('a\u0301-1')).toBe('á1');
  });

  it('names what is wrong with an entry', () => {
    expect(codes(['x'.repeat(80), 'x'.repeat(81), `${'😀'.repeat(79)}a`])).toEqual([undefined, 'too_long', undefined]);
    const strange = ['a\u0007b', 'a\u200eb', 'a\ue000', 'a\u0378', 'a{b', 'a;b', 'a`b', 'a\\b', 'a[b', 'a"b'];
    expect(codes(strange)).toEqual(strange.map(() => 'bad_characters'));
    expect(codes(['a\u200db', 'a\u200cb', 'tab\there', '!!!', '🙂', 'c++'])).toEqual([
      undefined,
      undefined,
      undefined,
      'empty',
      'empty',
      undefined,
    ]);
  });

  it('merges what repeats', () => {
    expect(readKeywordList(['Sleep', 'rain', 'sleep ', '[SLEEP]']).map(({ copyOf }) => copyOf)).toEqual([
      undefined,
      undefined,
      0,
      0,
    ]);
  });
});

describe('what cannot be used', () => {
  const scope = {
    exact: [
      { text: 'ocean', adGroupId: 1 },
      { text: 'forest', adGroupId: 2 },
    ],
    campaignNegatives: ['free-games'],
  };
  const lists = (keywords: string[], negatives: string[], forAdGroups: Record<number, string[]> = {}) => ({
    keywords: readKeywordList(keywords),
    negatives: readKeywordList(negatives),
    negativesForAdGroups: Object.entries(forAdGroups).map(([id, texts]) => ({
      adGroupId: Number(id),
      entries: readKeywordList(texts),
    })),
  });

  it('are negatives that block a keyword of the request or of their scope, and keywords that a negative blocks', () => {
    const findings = badKeywords(
      lists(['Rain', 'Free Games', 'freegames'], ['r.a.i.n', 'OCEAN', 'snow'], { 1: ['ocean', 'forest', 'rain'] }),
      scope,
    );
    expect(findings).toEqual([
      {
        list: 'keywords',
        text: 'freegames',
        code: 'blocked',
        message: 'Blocked by a negative keyword of this campaign',
      },
      { list: 'negative_keywords', text: 'r.a.i.n', code: 'would_block', message: 'Would block the keyword "rain"' },
      { list: 'negative_keywords', text: 'OCEAN', code: 'would_block', message: 'Would block the keyword "ocean"' },
      {
        list: 'negative_keywords_for_ad_groups',
        text: 'ocean',
        code: 'would_block',
        message: 'Would block the keyword "ocean"',
      },
    ]);
    expect(badKeywordsRefusal(findings)).toMatchObject({
      message: '1 keywords and 3 negative keywords cannot be used',
      details: { keywords: ['freegames'], negativeKeywords: ['r.a.i.n', 'OCEAN', 'ocean'] },
    });
  });

  it('is gone after it was taken out of the lists, whatever they were', () => {
    const word = fc.oneof(
      fc.constantFrom('rain', 'Rain ', '[rain]', 'r-ain', 'ocean', '!!!', 'free games', 'freegames', 'a;b', '  '),
      fc.string({ maxLength: 90, unit: 'grapheme' }),
    );
    const words = fc.array(word, { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (keywords, negatives) => {
        const text = (pieces: readonly string[]) => pieces.join('\n');
        const refused = badKeywordsRefusal(
          badKeywords(lists(splitKeywords(text(keywords)), splitKeywords(text(negatives))), scope),
        );
        const left = badKeywords(
          lists(
            splitKeywords(withoutKeywords(text(keywords), refused.details.keywords)),
            splitKeywords(withoutKeywords(text(negatives), refused.details.negativeKeywords)),
          ),
          scope,
        );
        expect(left).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never leaves a negative with the loose key of a keyword in its scope', () => {
    const word = fc.constantFrom('rain', 'r-ain', 'rain noise', 'rain-noise', 'ocean', 'o.cean', 'forest', 'snow');
    const words = fc.array(word, { maxLength: 8 });
    fc.assert(
      fc.property(words, words, (keywords, negatives) => {
        const request = lists(keywords, negatives);
        const bad = new Set(badKeywords(request, scope).map(({ list, text }) => `${list} ${text}`));
        const kept = (list: string, entries: readonly { sent: string; text: string }[]) =>
          entries.filter(({ sent }) => !bad.has(`${list} ${sent}`)).map(({ text }) => looseKey(text));
        const bought = new Set([
          ...kept('keywords', request.keywords),
          ...scope.exact.map(({ text }) => looseKey(text)),
        ]);
        expect(kept('negative_keywords', request.negatives).filter((text) => bought.has(text))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
