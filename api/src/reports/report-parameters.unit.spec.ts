import { DomainError } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { readReportParameters, reportKey } from './report-parameters.ts';

const good = { application_id: '101', asa_organization_id: '4001', from: '2026-01-01', to: '2026-01-31' };
const read = (raw: Record<string, string | undefined>) => readReportParameters('campaigns', { ...good, ...raw });

function refusal(raw: Record<string, string | undefined>): string {
  try {
    read(raw);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'taken';
}

describe('the parameters of a report', () => {
  it('default to taps, every country and every status', () => {
    expect(read({})).toMatchObject({
      countries: null,
      claimType: 'click',
      status: 'all',
      applicationId: 101,
      orgId: 4001,
    });
  });

  it.each([
    [{ from: '2026-02-29' }, 'invalid_date_range'],
    [{ from: '2024-02-29', to: '2024-02-29' }, 'taken'],
    [{ from: '2026-1-1' }, 'invalid_date_range'],
    [{ from: '' }, 'invalid_date_range'],
    [{ to: undefined }, 'invalid_date_range'],
    [{ to: '2026-01-31T00:00:00Z' }, 'invalid_date_range'],
    [{ from: '2026-02-01' }, 'invalid_date_range'],
    [{ from: '2016-12-31' }, 'invalid_date_range'],
    [{ from: '2023-01-28', to: '2026-01-31' }, 'taken'],
    [{ from: '2023-01-27', to: '2026-01-31' }, 'invalid_date_range'],
    [{ country: 'US' }, 'taken'],
    [{ country: 'US,DE' }, 'taken'],
    [{ country: 'us' }, 'unknown_country'],
    [{ country: 'UK' }, 'unknown_country'],
    [{ country: 'US,' }, 'unknown_country'],
    [{ country: 'US, DE' }, 'unknown_country'],
    [{ country: 'all,US' }, 'unknown_country'],
    [{ country: '' }, 'unknown_country'],
    [{ claim_type: 'view' }, 'taken'],
    [{ claim_type: 'Click' }, 'unknown_claim_type'],
    [{ status: 'paused' }, 'taken'],
    [{ status: 'ENABLED' }, 'unknown_status'],
    [{ granularity: 'day' }, 'taken'],
    [{ granularity: 'hour' }, 'unknown_granularity'],
    [{ group: 'keyword' }, 'unsupported'],
    [{ application_id: '0' }, 'invalid_request'],
    [{ application_id: ' 101' }, 'invalid_request'],
    [{ asa_organization_id: '9007199254740993' }, 'invalid_request'],
  ])('with %j are %s', (raw, outcome) => {
    expect(refusal(raw)).toBe(outcome);
  });

  it('make the same key whatever the order and number of the countries', () => {
    expect(reportKey(read({ country: 'US,DE,US' }))).toBe(reportKey(read({ country: 'DE,US' })));
    expect(reportKey(read({ country: 'DE' }))).not.toBe(reportKey(read({ country: 'DE,US' })));
    expect(reportKey(read({ status: 'paused' }))).not.toBe(reportKey(read({})));
  });
});

describe('the parameters of a comparison', () => {
  const compare = (campaign_ids: string | undefined, more = {}) =>
    readReportParameters('all_campaigns_keywords', { ...good, campaign_ids, ...more });

  it('name the campaigns, each once', () => {
    expect(compare('12,3,12').campaignIds).toEqual([3, 12]);
  });

  it.each([undefined, '', '1,', '1,x', '0', '1;2'])('refuse %j', (ids) => {
    expect(() => compare(ids)).toThrow(DomainError);
  });

  it('may ask for groups of one keyword, which are other rows', () => {
    expect(compare('1', { group: 'keyword' }).group).toBe('keyword');
    expect(() => compare('1', { group: 'campaign' })).toThrow(/group must be keyword/);
    expect(reportKey(compare('1', { group: 'keyword' }))).not.toBe(reportKey(compare('1')));
  });

  it('refuse five thousand campaigns, and buckets', () => {
    expect(() => compare(Array.from({ length: 5000 }, (_, index) => index + 1).join(','))).toThrow(/at most 1000/);
    expect(() => compare('1', { granularity: 'day' })).toThrow(DomainError);
  });
});
