import { describe, expect, it } from 'vitest';
import { schedule, send } from '../../../../testing/fixtures/scheduled-report-fixtures.ts';
import { draftOf, reportOf, updatesOf } from './draft/report-draft.ts';
import { updatedView, withoutLabels } from './draft/scheduled-view.ts';
import { cadenceText, dataText, nextText, rangeText, recipientsText } from './schedule-texts.ts';

describe('a draft of a report', () => {
  it('gives the report it was made of, so that nothing is sent that was not changed', () => {
    const before = reportOf(draftOf(schedule()));
    expect(updatesOf(before, before)).toEqual({});
    const { recipients: _recipients, ...report } = before;
    expect(schedule()).toMatchObject(report);
    const gone = schedule({ recipients: [{ account_id: null, email: null, state: 'bad', cut: [], expires_at: null }] });
    expect(reportOf(draftOf(gone)).recipients).toEqual([]);
    expect(updatesOf(before, { ...before, wait_hours: 0 })).toEqual({ wait_hours: 0 });
  });

  it('says weekdays only by the week, and a day only by the month', () => {
    const draft = { ...draftOf(schedule()), weekdays: [5, 1], day: 'last' as const };
    const { time, zone } = draft;
    expect(reportOf(draft).cadence).toEqual({ every: 'week', weekdays: [1, 5], time, zone });
    expect(reportOf({ ...draft, every: 'month' }).cadence).toEqual({ every: 'month', day: 'last', time, zone });
    expect(reportOf({ ...draft, every: 'day' }).cadence).toEqual({ every: 'day', time, zone });
  });

  it('takes columns, order and filters of a saved view, and stays the table it is', () => {
    const view = updatedView(
      schedule().view,
      'cols=taps,spend,product:year:trials&sort=-taps&country=US,DE&claim=view',
    );
    expect(view).toEqual({
      call: 'keywords',
      columns: ['taps', 'spend'],
      sort: '-taps',
      filters: { country: 'DE,US', status: 'all' },
      claim_type: 'view',
      predictions: true,
    });
    expect(updatedView(schedule().view, '')).toMatchObject({ tab: 'short_report', sort: '-spend' });
    const labelled = { ...schedule().view, filters: { country: 'all', status: 'all', labels: '3' } };
    expect(updatedView(labelled, 'country=US').filters).toEqual({ country: 'US', status: 'all', labels: '3' });
    expect(withoutLabels(labelled)).toEqual({ ...labelled, filters: { country: 'all', status: 'all' } });
  });
});

describe('texts of a report', () => {
  const { cadence } = schedule();

  it.each([
    [{ ...cadence, every: 'day' as const, weekdays: undefined }, 'Daily 08:00'],
    [{ ...cadence, weekdays: [1, 2, 3, 4, 5] }, 'Weekdays 08:00'],
    [{ ...cadence, weekdays: [4, 1] }, 'Mon, Thu 08:00'],
    [{ ...cadence, every: 'month' as const, day: 22 }, '22nd, 08:00'],
    [{ ...cadence, every: 'month' as const, day: 13 }, '13th, 08:00'],
    [{ ...cadence, every: 'month' as const, day: 'last' as const }, 'Last day of the month, 08:00'],
  ])('%o is sent %s', (given, text) => {
    const { weekdays, ...others } = given;
    expect(cadenceText(weekdays === undefined ? others : { ...others, weekdays })).toBe(text);
  });

  it('counts days to the next one in the zone of the report', () => {
    const now = Date.parse('2026-11-22T22:30:00Z');
    expect(nextText(schedule({ next_at: '2026-11-23T07:00:00Z' }), now)).toBe('Berlin, next tomorrow');
    expect(nextText(schedule({ next_at: '2026-11-23T07:00:00Z' }), now + 3_600_000)).toBe('Berlin, next today');
    expect(nextText(schedule({ next_at: '2026-11-22T22:00:00Z' }), now)).toBe('Berlin, due now');
  });

  it('says what a send held and who got it', () => {
    const today = '2026-11-20';
    expect(rangeText({ from: '2026-10-26', to: '2026-11-01' }, today)).toBe('26 Oct to 1 Nov');
    expect(rangeText({ from: '2025-12-31', to: '2025-12-31' }, today)).toBe('31 Dec 2025');
    expect(recipientsText(send())).toBe('1 sent, 1 left out');
    expect(dataText(send({ state: 'skipped', reason: 'There are no rows' }), today).text).toBe('There are no rows');
    const late = send({ incomplete: [{ source: 'people', until: null }] });
    expect(dataText(late, today)).toEqual({ text: 'without SDK and store', tone: 'warning' });
  });
});
