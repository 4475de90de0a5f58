import { type ChangesAnswer, changesAnswerSchema } from '@tapwise/contract';
import { addDays, dayInZone } from '../shared/calendar/days.ts';

/** The history of changes in the contract's form. */

export const changeIds = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
  c: '00000000-0000-4000-8000-00000000000c',
  d: '00000000-0000-4000-8000-00000000000d',
};

interface Row {
  change_id: string | null;
  actor_kind: string;
  field: string;
  old: number | string | null;
  new: number | string | null;
  actor?: string;
  outcome?: string;
  reason?: string;
  name?: string;
  keyword_id?: number | null;
  undoes?: string;
}

let rows = 0;

function change(own: Row): object {
  rows += 1;
  const day = addDays(dayInZone(new Date(), 'UTC'), own.change_id === null ? -1 : 0);
  const keyword = own.keyword_id ?? null;
  return {
    ...{ id: `row-${rows}`, at: `${day}T08:12:00.000Z`, seen_at: `${day}T08:12:00.000Z`, day },
    ...{ level: keyword === null ? 'campaign' : 'keyword', campaign_id: 501, keyword_id: keyword },
    ...{ ad_group_id: keyword === null ? null : 601, campaign_name: 'US Brand' },
    ...{ ad_group_name: keyword === null ? null : 'Exact', name: 'US Brand', message: null, reason: null },
    ...{ undoes: null, undone_by: null, alike: 1 },
    ...own,
  };
}

const bid = (keyword_id: number, name: string, outcome: string) =>
  change({
    ...{ change_id: changeIds.a, actor_kind: 'person', actor: 'Mara Lindqvist', field: 'cpt_bid', old: 1, new: 1.2 },
    ...{ outcome, reason: 'Slow start, raise the openers', name, keyword_id },
  });

/** A bid of a person that the ad service never answered for. */
export const unansweredAnswer = (): ChangesAnswer =>
  changesAnswerSchema.parse({
    ...{ status: 'ok', more: false, settings_currency: 'USD', fields: ['cpt_bid'] },
    changes: [bid(701, 'sleep sounds', 'unknown')],
  });

/** Three bids by a person, one of them refused; a pause by a rule, a deletion, and a change seen in a pull. */
export const historyAnswer = (): ChangesAnswer =>
  changesAnswerSchema.parse({
    ...{ status: 'ok', more: false, settings_currency: 'USD' },
    fields: ['status', 'cpt_bid', 'cpa_goal', 'budget', 'daily_cap', 'search_match'],
    changes: [
      ...[bid(701, 'sleep sounds', 'changed'), bid(702, 'rain sounds', 'changed'), bid(703, 'deep sleep', 'refused')],
      change({
        ...{ change_id: changeIds.d, actor_kind: 'undo', actor: 'Ada Example', field: 'status', undoes: changeIds.b },
        ...{ old: 'PAUSED', new: 'ENABLED', outcome: 'changed' },
      }),
      change({
        ...{ change_id: changeIds.b, actor_kind: 'rule', actor: 'Rule Raise bids', field: 'status' },
        ...{ old: 'ENABLED', new: 'PAUSED', outcome: 'changed', reason: 'Run of 15:00' },
      }),
      change({
        ...{
          change_id: changeIds.c,
          actor_kind: 'person',
          actor: 'Mara Lindqvist',
          field: 'status',
          name: 'Old brand test',
        },
        ...{ old: 'PAUSED', new: 'DELETED', outcome: 'changed', reason: 'Not used since May' },
      }),
      change({
        ...{ change_id: null, actor_kind: 'apple', actor: 'Apple Ads (outside this product)' },
        ...{ field: 'daily_cap', old: 40, new: 50, outcome: 'changed' },
      }),
    ],
  });
