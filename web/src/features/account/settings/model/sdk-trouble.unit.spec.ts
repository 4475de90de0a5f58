import type { SdkVersion } from '@tapwise/contract/sdk-versions';
import { describe, expect, it } from 'vitest';
import type { Integration } from './integration-state.ts';
import { olderShare, versionTroubles, withVersionTroubles } from './sdk-trouble.ts';

const version = (overrides: Partial<SdkVersion>): SdkVersion => ({
  version: '1.4.0',
  age: 'newest',
  installs: 100,
  install_share: 0.5,
  token_share: 0.9,
  pending_share: 0,
  newest_install_at: '2026-11-20T10:00:00.000Z',
  lacks_tokens: false,
  refused_calls: 0,
  refused_often: false,
  ...overrides,
});
const lacking = version({ version: '1.3.0', age: 'older', install_share: 0.25, token_share: 0.4, lacks_tokens: true });
const refused = version({
  version: null,
  age: 'unknown',
  installs: 0,
  token_share: null,
  refused_calls: 1200,
  refused_often: true,
});
const row: Integration = {
  key: 'sdk',
  title: 'iOS SDK',
  field: 'integrated',
  last: null,
  state: 'active',
  badge: 'Active',
  text: 'The app reports first launches',
  action: null,
};
const response = (...versions: SdkVersion[]) => ({ status: 'ok' as const, versions, newest_version: '1.4.0' });

describe('versions of the SDK', () => {
  it('are told of with their figures where they do worse than the others', () => {
    expect(versionTroubles([version({}), lacking, refused])).toEqual([
      expect.stringContaining('Version 1.3.0: 60.00 % of installs came without Apple’s token'),
      expect.stringContaining('Calls without a version: 1,200 calls could not be read'),
    ]);
    expect(versionTroubles([version({ refused_calls: 3 })])).toEqual([]);
  });

  it('change the row of an integration that works, and not the word for a fault', () => {
    expect(withVersionTroubles(row, undefined)).toBe(row);
    expect(withVersionTroubles(row, response(version({})))).toBe(row);
    const troubled = withVersionTroubles(row, response(version({}), lacking));
    expect(troubled).toMatchObject({ field: 'integrated', state: 'partial', badge: 'Needs attention' });
    expect(troubled.text).toContain('Version 1.3.0');
    const failing = { ...row, state: 'error' as const, badge: 'Unknown' };
    expect(withVersionTroubles(failing, response(lacking))).toMatchObject({ state: 'error', badge: 'Unknown' });
  });

  it('that are older bring so many of all installs', () => {
    expect(olderShare([version({}), lacking, refused])).toBe(0.25);
  });
});
