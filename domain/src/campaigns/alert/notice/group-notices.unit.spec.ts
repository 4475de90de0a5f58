import { describe, expect, it } from 'vitest';
import { groupNotices } from './group-notices.ts';
import type { UnitNotice } from './notices.ts';

const noticed = (key: string, kind: UnitNotice['kind'] = 'fired', at = 1): UnitNotice => ({
  id: `${kind} ${at} ${key}`,
  at,
  kind,
  severity: 'high',
  text: `CPA of ${key}`,
  applicationId: 3,
  alertId: 101,
  alertName: 'CPA',
  unit: { key, name: `Keyword ${key}`, spend: Number(key) },
});
const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index + 1}`);
const grouped = (notices: readonly UnitNotice[]) => groupNotices(notices, (text) => `group ${text}`);

describe('notices of one evaluation', () => {
  it('are one for each of five units, and one for all of more, in which those with most spend are named', () => {
    const five = keys(5).map((key) => noticed(key));
    expect(grouped(five).map(({ text }) => text)).toEqual(five.map(({ text }) => text));
    const many = keys(1000).map((key) => noticed(key));
    expect(grouped(many)).toEqual([
      {
        id: 'group 101 fired 1',
        at: 1,
        kind: 'fired',
        severity: 'high',
        text: 'CPA: 1000 incidents (Keyword 1000, Keyword 999, Keyword 998 and 997 more)',
        applicationId: 3,
        alertId: 101,
        unitIds: many.map(({ id }) => id),
      },
    ]);
  });

  it('are not joined with those of another evaluation or kind', () => {
    const six = keys(6);
    const recovered = six.map((key) => noticed(key, 'recovered', 2));
    expect(grouped([...six.map((key) => noticed(key)), ...recovered, noticed('1', 'fired', 3)])).toMatchObject([
      { kind: 'fired', at: 1, unitIds: { length: 6 } },
      { text: 'Recovered: CPA: 6 incidents (Keyword 6, Keyword 5, Keyword 4 and 3 more)', at: 2 },
      { text: 'CPA of 1', at: 3, unitIds: ['fired 3 1'] },
    ]);
  });
});
