import type { ReportRow } from '@tapwise/contract';
import { useReport } from '../../../../shared/report/api/report-api.ts';
import type { ReportRows } from '../../../../shared/report/components/table/use-report-rows.ts';
import type { ReportQuestion } from '../../../../shared/report/index.ts';
import { microsOf } from '../model/pending-edit.ts';

/** The bid that keywords without one of their own follow, in micros; asked for only where there are such keywords. */
export function useFollowedBid(question: ReportQuestion | null, rows: ReportRows): number | null {
  const followed = rows.report?.response.rows.some(follows) ?? false;
  const parentQuestion = question !== null && followed ? above(question, 'adgroups') : null;
  const report = useReport(parentQuestion).data;
  const id = question?.params.ad_group_id;
  return microsOf(report?.response.rows.find((row) => row.id === id)?.cpt_bid);
}

const follows = ({ id, cpt_bid, bids_set_by_apple }: ReportRow): boolean =>
  id > 0 && cpt_bid === null && bids_set_by_apple !== true;

/** The report of the level above, of the same days. */
export function above({ params }: ReportQuestion, call: 'campaigns' | 'adgroups'): ReportQuestion {
  const {
    ad_group_id: _adGroup,
    campaign_ids: _campaigns,
    group: _group,
    labels: _labels,
    campaign_id,
    ...scope
  } = params;
  return { call, params: call === 'campaigns' || campaign_id === undefined ? scope : { ...scope, campaign_id } };
}
