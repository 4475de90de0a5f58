import type { LabelledObject } from '../../../../shared/campaigns/labels/label-choices.ts';
import type { DisplayedRows } from '../../../../shared/report/index.ts';

/** What rows of a table are in; `null` above their level. */
interface RowParents {
  readonly campaignId: number | null;
  readonly adGroupId: number | null;
  /** Rows are in several campaigns, and say themselves in which. */
  readonly across: boolean;
}

/** The objects of rows by their keys, with the labels they have. */
export const labelledObjects = (
  { campaignId, adGroupId, across }: RowParents,
  { rowOf }: Pick<DisplayedRows, 'rowOf'>,
  ids: readonly number[],
): LabelledObject[] =>
  ids.flatMap((id) => {
    const row = rowOf(id);
    if (row === undefined) return [];
    const parents = across ? [row.campaign_id, row.ad_group_id] : [campaignId, adGroupId];
    const key = [...parents.filter((parent) => parent !== null), id].join(':');
    return [{ key, labels: row.labels ?? [] }];
  });
