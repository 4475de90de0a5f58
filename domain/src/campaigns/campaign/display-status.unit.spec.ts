import { describe, expect, it } from 'vitest';
import { keywordDisplayStatus } from './display-status.ts';

const active = { status: 'ACTIVE', is_deleted: false };
const group = (display_status: string, is_deleted = false) => ({ display_status, is_deleted });

describe('the display status of a keyword', () => {
  it.each([
    ['RUNNING', active, group('RUNNING')],
    ['RUNNING', active, undefined],
    ['PAUSED', { ...active, status: 'PAUSED' }, group('RUNNING')],
    ['PAUSED', { ...active, status: 'PAUSED' }, group('CAMPAIGN_ON_HOLD')],
    ['AD_GROUP_ON_HOLD', active, group('PAUSED')],
    ['AD_GROUP_ON_HOLD', active, group('ON_HOLD')],
    ['CAMPAIGN_ON_HOLD', active, group('CAMPAIGN_ON_HOLD')],
    ['DELETED', { ...active, is_deleted: true }, group('RUNNING')],
    ['DELETED', active, group('RUNNING', true)],
    ['DELETED', active, group('DELETED')],
  ] as const)('is %s for %j in %j', (status, keyword, adGroup) => {
    expect(keywordDisplayStatus(keyword, adGroup)).toBe(status);
  });
});
