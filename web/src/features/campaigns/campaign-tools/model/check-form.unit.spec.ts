import { describe, expect, it } from 'vitest';
import { checkForm, fieldOfMessage } from './check-form.ts';
import { emptyValues, type FormKind, type FormValues } from './form-values.ts';

const check = (
  kind: FormKind,
  overrides: Partial<FormValues> = {},
  options: { currency?: string; onAccount?: boolean } = {},
) => checkForm({ kind, values: { ...emptyValues, ...overrides }, currency: 'USD', onAccount: false, ...options });

const skag = { name: 'US', countries: ['US'], daily: '50', cpt: '0.90', keywords: 'rain' };

describe('what is wrong with a form', () => {
  it('is named by field, in the order of the checks', () => {
    expect(Object.entries(check('skag'))).toEqual([
      ['name', 'Name is required'],
      ['countries', 'Select at least one country'],
      ['daily', 'Daily budget is required'],
      ['keywords', 'Enter at least one keyword'],
      ['cpt', 'CPT is required'],
    ]);
    expect(check('skag', skag)).toEqual({});
    expect(check('bulk')).toEqual({ template: 'Choose a .csv file' });
  });

  it.each<[Partial<FormValues>, Partial<Record<keyof FormValues, string>>]>([
    [{ cpt: '0' }, { cpt: 'CPT must be positive number' }],
    [{ cpt: '0.001' }, { cpt: 'At most two decimals are allowed' }],
    [{ cpt: '1,5' }, { cpt: 'CPT must be positive number' }],
    [{ cpt: '1e3' }, { cpt: 'CPT must be positive number' }],
    [{ cpt: '50.01' }, { cpt: 'Bid must not exceed the daily budget (50.00)' }],
    [{ cpa: '-1' }, { cpa: 'CPA must be positive number' }],
    [{ daily: 'x' }, { daily: 'Daily budget must be positive number' }],
    [{ lifetime: '50.00' }, { lifetime: 'Daily budget must be below the lifetime budget (50.00)' }],
    [{ lifetime: '-' }, { lifetime: 'Lifetime budget must be positive number' }],
    [{ name: 'n'.repeat(201) }, { name: 'Name must be at most 200 characters' }],
    [{ keywords: ' ,\n' }, { keywords: 'Enter at least one keyword' }],
  ])('%o', (overrides, expected) => expect(check('skag', { ...skag, ...overrides })).toEqual(expected));

  it('follows the decimals of the currency', () => {
    expect(check('skag', { ...skag, daily: '5000', cpt: '1.5' }, { currency: 'JPY' })).toEqual({
      cpt: 'No decimals are allowed in JPY',
    });
    expect(check('skag', { ...skag, daily: '5000', cpt: '120' }, { currency: 'JPY' })).toEqual({});
  });

  it('asks whom to bill only where the organization pays on account', () => {
    expect(check('discovery', { ...skag, buyerName: 'Ann' }, { onAccount: true })).toEqual({
      buyerEmail: 'Buyer email is required',
      billingContactEmail: 'Billing contact email is required',
    });
    expect(check('skag_keywords', { campaign: 1, keywords: 'a', cpt: '1' }, { onAccount: true })).toEqual({});
  });

  it('lets Search Match do without keywords, and negatives without a bid', () => {
    const { keywords: _, ...bare } = skag;
    expect(check('discovery', bare)).toEqual({});
    expect(check('discovery', { ...bare, searchMatch: false })).toEqual({
      keywords: 'Enter at least one keyword or turn on Search Match',
    });
    for (const kind of ['skag_keywords', 'discovery_keywords'] as const) {
      expect(check(kind, { campaign: 1, negatives: 'free' })).toEqual({});
      expect(check(kind, { campaign: 1, keywords: 'rain' })).toEqual({ cpt: 'CPT is required' });
      expect(check(kind)).toEqual({ campaign: 'Campaign is required', keywords: 'No keywords chosen' });
    }
  });

  it('shows a sentence of the server beside its field, where the form has it', () => {
    expect(fieldOfMessage('skag', 'A campaign with this name already exists')).toBe('name');
    expect(fieldOfMessage('skag', 'Daily budget must be below the lifetime budget (9.00)')).toBe('lifetime');
    expect(fieldOfMessage('skag', 'This country is not known.')).toBe('countries');
    expect(fieldOfMessage('skag_keywords', 'A campaign with this name already exists')).toBeUndefined();
    expect(fieldOfMessage('skag', 'The search-ads account gave read-only access')).toBeUndefined();
  });
});
