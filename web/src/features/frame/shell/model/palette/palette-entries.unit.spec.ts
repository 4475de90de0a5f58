import type { Application } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { campaignEntries, overTheSameDays, type PaletteEntry, searchEntries } from './palette-entries.ts';

const entry = (group: PaletteEntry['group'], label: string, also = ''): PaletteEntry => ({
  key: `${group} ${label}`,
  group,
  label,
  also,
  detail: null,
  app: null,
  opens: { path: '/' },
});
const labels = (entries: readonly PaletteEntry[], text: string) =>
  searchEntries(entries, text).displayed.map(({ label }) => label);
const entries = [
  entry('actions', 'Use the dark theme', 'night appearance'),
  entry('screens', 'Monthly Reports'),
  entry('screens', 'Reports'),
  entry('applications', 'Darkroom'),
];

describe('what the palette finds', () => {
  it('shows everything for an empty text, by group', () => {
    expect(labels(entries, ' ')).toEqual(['Monthly Reports', 'Reports', 'Darkroom', 'Use the dark theme']);
  });

  it('puts beginnings of the label before beginnings of a word', () => {
    expect(labels(entries, 'rep')).toEqual(['Reports', 'Monthly Reports']);
  });

  it('wants every word, in the label or in what else an entry is found by', () => {
    expect(labels(entries, 'dark')).toEqual(['Darkroom', 'Use the dark theme']);
    expect(labels(entries, 'theme night')).toEqual(['Use the dark theme']);
    expect(labels(entries, 'theme day')).toEqual([]);
  });

  it('shows the best eight campaigns and counts the others', () => {
    const many = Array.from({ length: 11 }, (_, index) => entry('campaigns', `Campaign ${index}`));
    const results = searchEntries([...many, entry('campaigns', 'US Campaign')], 'campaign');
    expect([results.displayed.length, results.campaignsLeft]).toEqual([8, 4]);
    expect(results.displayed.map(({ label }) => label)).not.toContain('US Campaign');
  });
});

describe('a campaign', () => {
  const organization = { organization_id: 40, name: 'Moonvale EU', currency: 'EUR', time_zone: 'UTC' };
  const application = { id: 7, name: 'Moonvale', asaOrganizations: [organization] } as unknown as Application;
  const [paused] = campaignEntries({ application, organization }, [{ id: 501, name: 'US Brand', status: 'PAUSED' }]);

  it('leads to its ad groups, is found by its id and says that it does not run', () => {
    expect(paused?.opens).toEqual({ path: '/client/reports?app=7&org=40&campaign_id=501' });
    expect(paused && searchEntries([paused], '501').displayed).toEqual([paused]);
    expect(paused?.label).toBe('US Brand (PAUSED)');
  });
});

it('a campaign opens over the days that are looked at', () => {
  const search = '?app=1&range=last30&compare=previous&tab=full';
  const path = '/client/reports?app=7&campaign_id=501';
  expect(overTheSameDays(path, search)).toBe(`${path}&range=last30&compare=previous`);
  expect(overTheSameDays('/client/settings', search)).toBe('/client/settings');
});
