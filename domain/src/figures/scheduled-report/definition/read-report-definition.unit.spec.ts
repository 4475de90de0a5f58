import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../shared/domain-error.ts';
import { enteredReport } from '../scheduled-report.fixture.ts';
import { readReportDefinition } from './read-report-definition.ts';

const zoneOf = (orgId: number) => (orgId === 1 ? 'Europe/Berlin' : undefined);
const read = (overrides: Readonly<Record<string, unknown>> = {}) =>
  readReportDefinition(enteredReport(overrides), zoneOf);

/** `path: message` of the first fault. */
function faultOf(overrides: Readonly<Record<string, unknown>>): string {
  try {
    read(overrides);
    return 'none';
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'bad_rule') throw error;
    const [first] = error.answer.errors as { path: string; message: string }[];
    return `${first?.path}: ${first?.message}`;
  }
}

describe('a report that is entered', () => {
  it('gets its defaults: the zone of the organization, a table and a workbook, three hours of patience', () => {
    const { report, recipients } = read();
    expect(report).toMatchObject({
      view: { level: 'campaign', filters: { country: 'all', status: 'all' }, claim_type: 'click', predictions: true },
      cadence: { zone: 'Europe/Berlin' },
      form: { mail_table: true, file: 'xlsx' },
      wait_hours: 3,
      if_late: 'send',
      if_empty: 'send',
      correct: false,
      status: 'active',
    });
    expect(recipients).toEqual([{ account_id: 17 }]);
    expect(readReportDefinition({ ...report, recipients }, zoneOf).report).toEqual(report);
  });

  it('takes ids that are decimal texts', () => {
    const texts = { scope: { asa_organization_id: '1' }, recipients: [{ account_id: '17' }] };
    expect(read(texts)).toMatchObject({
      report: { scope: { asa_organization_id: 1 } },
      recipients: [{ account_id: 17 }],
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['without a name', { name: '  ' }, 'name: Enter a name'],
    [
      'with line ends in its name',
      { name: 'a\r\nBcc: b' },
      'name: Use at most 100 characters and no control characters',
    ],
    [
      'with a name that runs backwards',
      { name: 'a\u202Eb' },
      'name: Use at most 100 characters and no control characters',
    ],
    [
      'with a mark of direction in its name',
      { name: 'a\u200Fb' },
      'name: Use at most 100 characters and no control characters',
    ],
    ['with an unknown field', { color: 1 }, 'color: The field "color" is not known.'],
    [
      'in a zone that does not exist',
      { cadence: { every: 'day', time: '09:00', zone: 'Europe/Nowhere' } },
      'cadence.zone: This time zone is not known',
    ],
    [
      'on day 29',
      { cadence: { every: 'month', day: 29, time: '09:00' } },
      'cadence.day: Choose a day from 1 to 28, or the last one',
    ],
    [
      'monthly without a day',
      { cadence: { every: 'month', time: '09:00' } },
      'cadence.day: Choose a day from 1 to 28, or the last one',
    ],
    [
      'weekly without weekdays',
      { cadence: { every: 'week', weekdays: [], time: '09:00' } },
      'cadence.weekdays: Choose at least one weekday',
    ],
    ['at a quarter past', { cadence: { every: 'day', time: '09:15' } }, 'cadence.time: Choose a full or half hour'],
    ['of today', { range: 'today' }, 'range: Choose one of yesterday, last7, last14'],
    ['without recipients', { recipients: [] }, 'recipients: Add at least one recipient'],
    [
      'with a recipient twice',
      { recipients: [{ email: 'a@x.example' }, { email: ' A@X.example' }] },
      'recipients[1]: This recipient is named twice',
    ],
    [
      'with two addresses in one',
      { recipients: [{ email: 'a@x.example\r\nBcc:b@y.example' }] },
      'recipients[0].email: Please enter a valid email',
    ],
    [
      'with a column of another level',
      { view: { call: 'campaigns', columns: ['cpt_bid'] } },
      'view.columns[0]: cpt_bid is not available for campaign',
    ],
    [
      'with a column that does not exist',
      { view: { call: 'campaigns', columns: ['constructor'] } },
      'view.columns[0]: This column is not known',
    ],
    [
      'with tab and columns',
      { view: { call: 'campaigns', tab: 'full_report', columns: ['spend'] } },
      'view.tab: Choose a tab or columns',
    ],
    [
      'in an order that does not exist',
      { view: { call: 'campaigns', tab: 'full_report', sort: '-nothing' } },
      'view.sort: This order is not known',
    ],
    [
      'of ad groups of no campaign',
      { view: { call: 'adgroups', tab: 'full_report' } },
      'scope.campaign_id: Choose at least one campaign',
    ],
    [
      'of campaigns below a campaign',
      { scope: { asa_organization_id: 1, campaign_id: 2 } },
      'scope.campaign_id: This report takes no such choice',
    ],
    [
      'of an unknown country',
      { view: { call: 'campaigns', tab: 'full_report', filters: { country: 'US,ZZ' } } },
      'view.filters.country: This country is not known.',
    ],
    [
      'with a label that is no id',
      { view: { call: 'campaigns', tab: 'full_report', filters: { labels: '3,x' } } },
      'view.filters.labels: Label not found',
    ],
    [
      'of countries with labels',
      { view: { call: 'basic_by_countries', tab: 'full_report', filters: { labels: '3' } } },
      'view.filters.labels: This report takes no labels',
    ],
    ['with 13 hours of patience', { wait_hours: 13 }, 'wait_hours: Enter a number of at most 12'],
  ])('is refused %s', (_, overrides, fault) => {
    expect(faultOf(overrides)).toContain(fault);
  });

  it('is refused when it is no report at all', () => {
    for (const entered of [null, [], 'x', 7]) {
      expect(() => readReportDefinition(entered, zoneOf)).toThrow('Enter the report as fields');
    }
  });
});
