import { expect, it } from 'vitest';
import { outcomeBeforeExchange, outcomeOfExchange } from './install.decider.ts';
import type { Attribution } from './install.events.ts';

it('the service is asked about a token of an app from the store, and about nothing else', () => {
  expect(outcomeBeforeExchange({ token: 'token', isTestBuild: false })).toBeUndefined();
  expect(outcomeBeforeExchange({ token: 'token', isTestBuild: true })).toEqual({ outcome: 'test_build' });
  for (const token of [undefined, null, '']) {
    expect(outcomeBeforeExchange({ token, isTestBuild: false })).toEqual({ outcome: 'organic', reason: 'no_token' });
    expect(outcomeBeforeExchange({ token, isTestBuild: true })).toEqual({ outcome: 'test_build' });
  }
});

it.each([
  ['token_rejected', { outcome: 'organic', reason: 'token_rejected' }],
  ['not_attributed', { outcome: 'organic', reason: 'not_by_ads' }],
  ['test_record', { outcome: 'test' }],
  ['no_record_yet', { outcome: 'pending' }],
  ['unavailable', { outcome: 'pending' }],
] as const)('%s means %j', (kind, outcome) => {
  expect(outcomeOfExchange({ kind })).toEqual(outcome);
});

it('a record of an ad settles the install with its names', () => {
  const attribution: Attribution = {
    org_id: 9,
    campaign_id: 700,
    campaign_name: 'Sleep',
    ad_group_id: 710,
    ad_group_name: 'Sounds',
    keyword_id: 720,
    keyword_name: 'sleep sounds',
    ad_id: null,
    custom_product_page: null,
    country: 'US',
    claim_type: 'click',
  };
  expect(outcomeOfExchange({ kind: 'attributed', attribution, conversion_type: 'Download' })).toEqual({
    outcome: 'attributed',
    attribution,
    conversion_type: 'Download',
  });
});
