import { ReportTable, type ReportTableProps } from '../../../shared/report/index.ts';
import type { ActingLevel } from '../model/table-editing.ts';
import { useTableActing } from './use-table-acting.tsx';

interface Props extends Omit<ReportTableProps, 'acting'> {
  accountId: number;
  level: ActingLevel;
  campaignId: number | null;
  adGroupId: number | null;
  path: readonly string[];
  /** Rows can be selected from the beginning. */
  selecting?: boolean;
}

/** A report's table in which settings are changed. */
export function ActingTable(props: Props) {
  const { accountId, application, organization, level, campaignId, adGroupId, path, question, rows } = props;
  const acting = useTableActing({
    ...{ accountId, application, organization, level, campaignId, adGroupId, path, question, rows },
    alwaysSelecting: props.selecting === true,
  });
  return <ReportTable {...props} acting={acting} />;
}
