import type { ReportCall, ReportRow } from '@tapwise/contract';
import { formatCount } from '../../../format/numbers.ts';

/** The three tables of Reports, by what a row is. */
export type ReportLevel = 'campaign' | 'ad_group' | 'keyword';

export interface LevelWords {
  call: ReportCall;
  /** Header of the first column. */
  singular: string;
  many: string;
}

export const levels: Record<ReportLevel, LevelWords> = {
  campaign: { call: 'campaigns', singular: 'Campaign', many: 'campaigns' },
  ad_group: { call: 'adgroups', singular: 'Ad group', many: 'ad groups' },
  keyword: { call: 'keywords', singular: 'Keyword', many: 'keywords' },
};

export function levelOf(campaignId: number | null, adGroupId: number | null): ReportLevel {
  if (campaignId === null) return 'campaign';
  return adGroupId === null ? 'ad_group' : 'keyword';
}

/** "1 campaign", "20,000 keywords". */
export function countOf(level: ReportLevel, count: number): string {
  return count === 1 ? `1 ${levels[level].singular.toLowerCase()}` : `${formatCount(count)} ${levels[level].many}`;
}

/** Rows of users no campaign brought: below the others, and in no total. Below campaigns id 0 is a row like others. */
export function isOutside(level: ReportLevel, row: Pick<ReportRow, 'id'>): boolean {
  return level === 'campaign' && row.id <= 0;
}

/** Whether there is anything to open below a row. */
export function canOpen(level: ReportLevel, row: Pick<ReportRow, 'id'>): boolean {
  return level !== 'keyword' && row.id > 0;
}

/** Keywords have no display status of their own: theirs is ACTIVE where campaigns are RUNNING. */
const running = new Set(['RUNNING', 'ACTIVE', 'ENABLED']);

export function isRunning(status: string | null): boolean {
  return status === null || running.has(status);
}

/** Said after the name of everything that does not run, as the ad service writes it: " (PAUSED)". */
export function statusSuffix(status: string | null): string {
  return status === null || isRunning(status) ? '' : ` (${status})`;
}

/** The chip of a status: its words and its shape. */
export function statusChip(status: string): { text: string; chip: 'running' | 'paused' | 'deleted' | 'other' } {
  if (running.has(status)) return { text: 'Active', chip: 'running' };
  if (status === 'PAUSED') return { text: 'Paused', chip: 'paused' };
  if (status === 'DELETED') return { text: 'Deleted', chip: 'deleted' };
  const words = status.toLowerCase().replaceAll('_', ' ');
  return { text: words.charAt(0).toUpperCase() + words.slice(1), chip: 'other' };
}
