import { describe, expect, it } from 'vitest';
import type { ReportQuestion } from '../../../../../shared/report/api/report-api.ts';
import { courseOf, onlyToday } from './report-today.ts';
import { todayOf } from './today.ts';

const question: ReportQuestion = {
  call: 'campaigns',
  params: {
    application_id: 1,
    asa_organization_id: 40,
    from: '2026-11-01',
    to: '2026-11-21',
    country: 'all',
    claim_type: 'total',
    status: 'all',
  },
};
const narrowed = (params: Partial<ReportQuestion['params']>) => ({
  ...question,
  params: { ...question.params, ...params },
});

describe('today of the report on the screen', () => {
  it('is the same report, of one day', () => {
    const { params } = onlyToday(narrowed({ country: 'DE', claim_type: 'click' }), '2026-11-21');
    expect(params).toEqual({
      ...narrowed({ country: 'DE', claim_type: 'click' }).params,
      from: '2026-11-21',
      to: '2026-11-21',
    });
  });

  it('has a course only when nothing narrows its campaigns or claim types', () => {
    expect(courseOf(question)).toEqual({ applicationId: 1, organizationId: 40 });
    for (const params of [{ country: 'DE' }, { claim_type: 'click' }, { status: 'active' }] as const) {
      expect(courseOf(narrowed(params))).toBeNull();
    }
    expect(courseOf({ ...question, call: 'adgroups' })).toBeNull();
  });

  it('takes its figures from the totals; what is not there is not known', () => {
    const figures = todayOf({ spend: 12, installs: 3, current_roas: null });
    expect(figures).toMatchObject({ spend: 12, installs: 3, current_roas: null, trials: null, predicted_income: null });
  });
});
