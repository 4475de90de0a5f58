import {
  type CampaignNamesAnswer,
  type Change,
  type ChangeKind,
  campaignNamesAnswerSchema,
  changesAnswerSchema,
  type SeriesAnswer,
  seriesAnswerSchema,
} from '@tapwise/contract';
import { computeRow } from '@tapwise/domain';
import { addDays, type Day } from '../shared/calendar/days.ts';
import { sums } from './report-fixtures.ts';
import type { StandInCall } from './stand-in-server.ts';

/** Answers in days, and changes of settings, in the contract's form. */

export interface ChartObject {
  readonly id: number;
  readonly name: string;
  /** Installs of every day; all other figures follow from it. */
  readonly installs: number;
}

const asOf = { ads: null, sdk: null, store: null, impression_share: null };

/** Days between two ends, both included. */
function daysOf(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The objects by day over the range that was asked for; on every fifth day of a month they get one install more. */
export const series =
  (objects: readonly ChartObject[], level: 'campaign' | 'ad_group' = 'campaign') =>
  ({ url }: Pick<StandInCall, 'url'>): SeriesAnswer => {
    const days = daysOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
    const bucket = (date: Day, installs: number) => {
      const base = sums({ spend: installs * 3, taps: installs * 4, installs, trials: 2, income: installs * 2 });
      return { date, ...computeRow(base, { level, claimType: 'click' }) };
    };
    return seriesAnswerSchema.parse({
      ...{ status: 'ok', currency: 'USD', as_of: asOf },
      items: objects.map(({ id, name, installs }) => ({
        ...{ id, name, status: 'RUNNING' },
        granularity: days.map((day) => bucket(day, installs + (Number(day.slice(8)) % 5 === 0 ? 1 : 0))),
      })),
    });
  };

export const campaignNames = (objects: readonly ChartObject[]): CampaignNamesAnswer =>
  campaignNamesAnswerSchema.parse({
    status: 'ok',
    campaigns: objects.map(({ id, name }) => ({ id, name, status: 'RUNNING' })),
  });

/** A change of a setting of campaign 501 at noon of a day, seen by a pull five minutes later. */
export function change(day: Day, field: ChangeKind, own: Pick<Change, 'old' | 'new'> & Partial<Change>): Change {
  return {
    ...{ id: `${day}-${field}-${String(own.new)}`, at: `${day}T12:00:00.000Z`, seen_at: `${day}T12:05:00.000Z`, day },
    ...{ actor_kind: 'apple', actor: 'Apple Ads', change_id: null, outcome: 'changed', reason: null, message: null },
    ...{
      undoes: null,
      undone_by: null,
      alike: 1,
      level: 'campaign',
      campaign_id: 501,
      ad_group_id: null,
      keyword_id: null,
    },
    ...{ name: 'US Brand', campaign_name: 'US Brand', ad_group_name: null, field },
    ...own,
  };
}

/** Changes in the order given, newest first; the call may ask for one level only. */
export const changesAnswer =
  (changes: readonly Change[], fields: readonly ChangeKind[]) =>
  ({ url }: Pick<StandInCall, 'url'>) => {
    const level = url.searchParams.get('level');
    return changesAnswerSchema.parse({
      ...{ status: 'ok', fields, more: false, settings_currency: 'USD' },
      changes: changes.filter((one) => level === null || one.level === level),
    });
  };
