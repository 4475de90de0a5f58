import { useQuery } from '@tanstack/react-query';
import type { ReportRow } from '@tapwise/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { LabelChips } from '../../../campaigns/labels/LabelChips.tsx';
import { labelMessages as words } from '../../../campaigns/labels/label-messages.ts';
import { labelsOptions } from '../../../campaigns/labels/labels-query.ts';
import type { GridColumn } from '../../../tables/grid/index.ts';
import type { RowStore } from '../../model/rows/row-store.ts';

const noColumns: readonly GridColumn<ReportRow>[] = [];
const noUpdates = () => () => undefined;

/** Which versions of rows were looked through, and whether one had a label. */
const lookedThrough = new WeakMap<RowStore, { readonly version: number; readonly labelled: boolean }>();

/** Whether a row has had a label since the answer: the column stays once it is there. */
function hasLabels(store: RowStore): boolean {
  const version = store.version();
  const previous = lookedThrough.get(store);
  if (previous?.labelled === true || previous?.version === version) return previous.labelled;
  const labelled = store.currentRows().some(({ labels = [] }) => labels.length > 0);
  lookedThrough.set(store, { version, labelled });
  return labelled;
}

/** The columns beside the name, with that of labels before them once a row has one. */
export function useBesideName(
  applicationId: number,
  store: RowStore | null,
  beside: readonly GridColumn<ReportRow>[] = noColumns,
): readonly GridColumn<ReportRow>[] {
  const isLabelled = useSyncExternalStore(store?.subscribe ?? noUpdates, () => store !== null && hasLabels(store));
  const labels = useQuery(labelsOptions(isLabelled ? applicationId : null)).data;
  return useMemo(() => {
    if (!isLabelled || labels === undefined) return beside;
    const names = new Map(labels.map(({ id, name }) => [id, name]));
    return [labelColumn(names), ...beside];
  }, [isLabelled, labels, beside]);
}

function labelColumn(names: ReadonlyMap<number, string>): GridColumn<ReportRow> {
  return {
    key: 'labels',
    label: words.labels,
    unit: null,
    group: 'object',
    startsGroup: false,
    width: 132,
    narrow: 80,
    grow: 2,
    align: 'start',
    Content: LabelChips,
    cell: ({ labels = [] }) => {
      const texts = labels.map((id) => names.get(id) ?? words.unnamed(id));
      return texts.length === 0 ? { text: '' } : { text: texts.join(', '), state: texts.join('\n') };
    },
  };
}
