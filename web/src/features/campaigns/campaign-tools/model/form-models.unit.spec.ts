import { describe, expect, it } from 'vitest';
import { orderCampaigns } from '../../../../shared/scope/order-campaigns.ts';
import { ApiError } from '../../../../shared/server/http/api-error.ts';
import { emptyValues, type FormKind, withInvoice } from './form-values.ts';
import { findingsOf, markedRuns } from './keyword-marks.ts';
import { localRefusal, refusalOf, withoutRefused } from './refusal.ts';
import { bodyOf } from './request-body.ts';
import { reviewOf } from './review.ts';
import { readTemplate, templateFault } from './template-file.ts';

describe('invoice details', () => {
  const last = { buyerName: 'Ann', buyerEmail: 'ann@moonvale.example', billingContactEmail: 'bills@moonvale.example' };

  it('begin as they were last, until one of them is filled in', () => {
    expect(withInvoice(emptyValues, last)).toEqual({ ...emptyValues, ...last });
    expect(withInvoice(emptyValues, null)).toEqual(emptyValues);
    const edited = { ...emptyValues, buyerName: 'Ben' };
    expect(withInvoice(edited, last)).toEqual(edited);
  });
});

describe('lists of keywords', () => {
  const keywords = `sleep sounds, rain\n${'x'.repeat(81)}\n!!!\nRain\ncalm ; music`;

  it('are counted, and what cannot be used is found, while they are typed', () => {
    const { bad, ...counts } = findingsOf(keywords, 'free\nrain');
    expect(counts).toEqual({ keywords: 6, negatives: 2, repeatedKeywords: 1, repeatedNegatives: 0, usable: 2 });
    expect(bad.map(({ list, code }) => `${list} ${code}`)).toEqual([
      'keywords too_long',
      'keywords empty',
      'keywords bad_characters',
      'negative_keywords would_block',
    ]);
  });

  it('are fixed by taking out exactly what was refused', () => {
    const values = { keywords, negatives: 'free\nrain' };
    const fixed = withoutRefused(values, localRefusal(findingsOf(keywords, 'free\nrain').bad));
    expect(fixed).toEqual({ keywords: 'sleep sounds\nrain\nRain', negatives: 'free', count: 4 });
    expect(findingsOf(fixed.keywords, fixed.negatives).bad).toEqual([]);
    const refusal = refusalOf(
      'skag',
      new ApiError(422, 'x', 'bad_keywords', null, {
        details: { reasons: [{ list: 'keywords', text: '!!!', message: 'm', code: 'empty' }] },
      }),
    );
    expect(withoutRefused(values, refusal)).toMatchObject({ negatives: 'free\nrain', count: 1 });
  });

  it('keep every letter when they are marked', () => {
    for (const text of ['', ',', '!!!', ' !!! ,rain', 'rain\r\n!!!\r\n', '!!!\n!!!,,\n', 'a!!!b', '\n\n!!!'])
      expect(
        markedRuns(text, new Set(['!!!']))
          .map((run) => run.text)
          .join(''),
      ).toBe(text);
    expect(markedRuns('rain,!!!\nsnow', new Set(['!!!']))).toEqual([
      { text: 'rain,', bad: false },
      { text: '!!!', bad: true },
      { text: '\nsnow', bad: false },
    ]);
  });
});

describe('what a form sends', () => {
  const base = { application_id: 1, asa_organization_id: 40 };
  const values = {
    ...emptyValues,
    name: ' US ',
    countries: ['US'],
    daily: '50',
    cpt: ' 0.90',
    keywords: 'rain, snow',
    negatives: 'free',
  };

  it('is what the call takes, empty amounts as null', () => {
    expect(bodyOf('skag', { ...values, audience: 'new' }, base, false)).toEqual({
      ...base,
      name: 'US',
      countries: ['US'],
      budget_amount: null,
      daily_budget_amount: '50',
      automation_enabled: true,
      cpt: '0.90',
      cpa: null,
      devices: null,
      audience: 'new',
      keywords: ['rain', 'snow'],
      negative_keywords: ['free'],
    });
    expect(bodyOf('discovery_keywords', { ...values, campaign: 7 }, base, true)).toEqual({
      ...base,
      campaign_id: 7,
      cpt: '0.90',
      keywords: ['rain', 'snow'],
      negative_keywords: ['free'],
    });
    expect(bodyOf('bulk', { ...values, template: 'a,b' }, base, true)).toEqual({
      ...base,
      template: 'a,b',
      locInvoiceDetails: { buyerName: '', buyerEmail: '', billingContactEmail: '' },
    });
  });

  it('is said before it is sent', () => {
    const reviewText = (kind: FormKind, overrides = {}) => {
      const all = { ...values, ...overrides };
      const { first, rest } = reviewOf(kind, all, findingsOf(all.keywords, all.negatives), 'USD');
      return first + rest;
    };
    expect(reviewText('skag', { keywords: 'rain\nrain\n!!!' })).toBe(
      '1 ad group after Fix it, opening bid 0.90, at most 50.00 a day. The campaign is switched on as the last step.',
    );
    expect(reviewText('discovery')).toMatch(/^Broad with 2 keywords \+ Search Match, opening bid/);
    expect(reviewText('discovery', { keywords: '', searchMatch: false })).toBe('Nothing to create yet.');
    expect(reviewText('skag_keywords', { cpt: 'x' })).toBe(
      '2 ad groups. They run at once; the campaign’s status does not change.',
    );
  });
});

it('campaigns to choose from: active first, those called discovery where they belong, then by name', () => {
  const campaign = (id: number, name: string, status = 'RUNNING') => ({ id, name, status });
  const all = [
    campaign(1, 'B'),
    campaign(2, 'A Discovery'),
    campaign(3, 'A', 'PAUSED'),
    campaign(4, 'C'),
    campaign(5, 'Gone', 'DELETED'),
    campaign(0, 'Organic'),
  ];
  expect(orderCampaigns(all, 'last').map(({ id }) => id)).toEqual([1, 4, 2, 3]);
  expect(orderCampaigns(all, 'first').map(({ id }) => id)).toEqual([2, 1, 4, 3]);
});

describe('the file of a template', () => {
  const utf16 = (text: string, big: boolean, mark = true) => {
    const units = [...(mark ? '\ufeff' : ''), ...text].map((letter) => letter.charCodeAt(0));
    return new Uint8Array(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
  };
  const text = 'campaign,keyword\r\nGrün,ﾈｺ\r\n';

  it('is read in UTF-8 and UTF-16, with a mark or without', () => {
    expect(readTemplate(new TextEncoder().encode(text))).toBe(text);
    expect(readTemplate(new TextEncoder().encode(`\ufeff${text}`))).toBe(text);
    for (const big of [true, false])
      for (const mark of [true, false]) expect(readTemplate(utf16(text, big, mark))).toBe(text);
  });

  it('is refused where it is no text, too large, of another kind, or one of several', () => {
    expect(() => readTemplate(new Uint8Array([0x63, 0xff, 0x2c]))).toThrow('The file could not be read as text');
    expect(() => readTemplate(new Uint8Array(2 * 1024 * 1024 + 1).fill(0x61))).toThrow('larger than 2 MiB');
    const file = (name: string, size = 10) => ({ name, size });
    expect(templateFault([file('A.CSV')])).toBeNull();
    expect(templateFault([file('a.xlsx')])).toBe('The template must be a .csv file');
    expect(templateFault([file('a.csv'), file('b.csv')])).toBe('One file at a time');
    expect(templateFault([file('a.csv', 5_000_000)])).toBe('The template is larger than 2 MiB');
  });
});
