import { describe, expect, it } from 'vitest';
import { onceEach } from './warning-sentences.ts';

describe('a warning of several organizations', () => {
  it('names what each of them said in one sentence', () => {
    expect(
      onceEach(
        'Predictions for a.monthly, a.weekly rest on little data. VAT is not known for XK; none was taken out. Predictions for a.weekly, b.yearly rest on little data.',
      ),
    ).toBe(
      'Predictions for a.monthly, a.weekly, b.yearly rest on little data. VAT is not known for XK; none was taken out.',
    );
  });

  it('says equal sentences once, and sentences of other numbers each', () => {
    const pulled = 'Impression share has not been pulled yet.';
    const counted = '3 sales have no known price yet. 4 sales have no known price yet.';
    expect(onceEach(`${pulled} ${counted} ${pulled}`)).toBe(`${pulled} ${counted}`);
  });

  it('keeps missing rates of sales apart from those of spend', () => {
    const text =
      'There is no exchange rate for SEK; such sales are left out of the income. There is no exchange rate for SEK; such spend is left out.';
    expect(onceEach(text)).toBe(text);
  });
});
