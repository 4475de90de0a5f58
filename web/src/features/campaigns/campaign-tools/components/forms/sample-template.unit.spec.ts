import { readTemplate } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { sampleTemplate } from './sample-template.ts';

it.each([true, false])('the sample is a template the server takes, with total budgets: %s', (hasTotalBudgets) => {
  const sample = sampleTemplate({ hasTotalBudgets });
  expect(sample.includes('lifetime_budget')).toBe(hasTotalBudgets);
  const lines = sample.split('\r\n').map((line, index) => ({ line: index + 1, cells: line.split(',') }));
  const limits = { totalBudgets: hasTotalBudgets, barsInNames: false };
  const read = readTemplate(lines, { decimalComma: false, currency: 'USD', limits });
  expect(read).toMatchObject({
    kind: 'read',
    campaigns: [
      { name: 'US SKAG Sample', countries: ['CA', 'US'], automation: true },
      { name: 'GB SKAG Sample', device: 'iphone', audience: 'new', automation: false },
    ],
    keywords: [{ bid_micros: 900_000 }, { bid_micros: 750_000 }, { bid_micros: 600_000 }],
    negatives: [{ text: 'baby monitor' }],
  });
});
