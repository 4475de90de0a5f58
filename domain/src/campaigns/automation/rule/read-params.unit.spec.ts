import { describe, expect, it } from 'vitest';
import { capsWarning, readParams } from './read-params.ts';
import { ruleWindows } from './rule-choices.ts';

const latches = { impressions_cap: 1000, installs_cap: 10, spend_cap: 20 };
const levels = { cpt_cap: 2, cpa_cap: 4, impression_share_cap: 0.5, cpt_bid_cap: 3 };
const rising = 'Bids rise at every run until a cap holds them';

describe('what is said of the caps of a rule', () => {
  it('is that nothing but the budget ends its raises without any', () => {
    expect(capsWarning(readParams({}, 'USD'), 'lifetime')).toBe('Without a cap bids rise up to the daily budget');
  });

  it.each(Object.entries(levels))('is that bids go on to rise when %s is the only one', (cap, limit) => {
    for (const window of ruleWindows) expect(capsWarning(readParams({ [cap]: limit }, 'USD'), window)).toBe(rising);
  });

  it('is the same with every cap that is asked again at each run', () => {
    expect(capsWarning(readParams(levels, 'USD'), 'lifetime')).toBe(rising);
  });

  it.each(Object.entries(latches))('is nothing when %s ends raises permanently', (cap, limit) => {
    const params = readParams({ ...levels, [cap]: limit }, 'USD');
    expect(capsWarning(params, 'lifetime')).toBeUndefined();
    expect(capsWarning(params, 'since_start')).toBeUndefined();
    // Sums over the last days fall again.
    expect(capsWarning(params, 'last_7')).toBe(rising);
    expect(capsWarning(params, 'last_30')).toBe(rising);
  });
});
