import { Button } from '@fluentui/react-components';
import type { AdGroupCpp, Creative } from '@tapwise/contract';
import { useMemo } from 'react';
import { useLatest } from '../../../../../shared/page/use-latest.ts';
import { Message } from '../../../../../shared/report/index.ts';
import type { SelectionStore } from '../../../../../shared/tables/grid/editing/selection-store.ts';
import type { GridColumn, GridEditing, GridSelecting } from '../../../../../shared/tables/grid/index.ts';
import { fixedSource } from '../../../../../shared/tables/table/fixed-source.ts';
import { PlainGrid } from '../../../../../shared/tables/table/PlainGrid.tsx';
import { pageMessages as words } from '../../messages.ts';
import { type PageEdits, pageMarks } from '../../model/page-edits.ts';
import { PageEditor, PagesToChoose } from './PageSelect.tsx';

interface Props {
  creatives: readonly Creative[];
  byId: ReadonlyMap<number, AdGroupCpp>;
  order: readonly number[];
  edits: PageEdits;
  selection: SelectionStore;
  selecting: GridSelecting;
  /** Whether the ad groups have come. */
  loaded: boolean;
  loading: boolean;
  onSet: (id: number, creativeId: number) => void;
  onSearch: () => void;
  onShowAll: () => void;
}

const base = { unit: null, startsGroup: false, align: 'start', group: 'object' } as const;
const columns: readonly GridColumn<AdGroupCpp>[] = [
  {
    ...base,
    key: 'name',
    label: words.columns.name,
    width: 200,
    grow: 3,
    cell: ({ name }) => ({ text: name, link: false }),
  },
  {
    ...base,
    key: 'campaign',
    label: words.columns.campaign,
    width: 180,
    grow: 3,
    cell: ({ campaignName }) => ({ text: campaignName }),
  },
  {
    ...base,
    key: 'page',
    label: words.columns.page,
    width: 240,
    grow: 3,
    cell: ({ creativeId, creativeName }) => ({
      text: creativeName,
      editable: true,
      ...(creativeId === 0 ? { tone: 'muted' as const } : {}),
    }),
  },
];
const ownSort = { column: '', descending: false };
const asOf = { ads: null, sdk: null, store: null, impression_share: null };

/** Ad groups, their campaigns and the pages they show. */
export function PagesGrid(props: Props) {
  const { creatives, byId, order, edits, selection, selecting } = props;
  const source = useMemo(() => fixedSource(byId, {}, asOf), [byId]);
  const marks = useMemo(() => pageMarks(edits, selection), [edits, selection]);
  const latest = useLatest(props);
  const editing = useMemo<GridEditing>(() => ({ Editor: PageEditor, ...editingOf(() => latest.current) }), [latest]);
  return (
    <PagesToChoose value={creatives}>
      <PlainGrid
        label={words.manage}
        columns={columns}
        groups={[]}
        order={order}
        source={props.loaded ? source : null}
        totals={(column) =>
          column === 'name' ? { text: `Total ${words.total(order.length)}`, link: false } : { text: '' }
        }
        sort={null}
        ownSort={ownSort}
        onSort={() => undefined}
        onSearch={props.onSearch}
        figure={(column, row) =>
          column === 'page' && row === 'header'
            ? { label: words.columns.page, definition: words.definition, unit: 'count', value: null }
            : null
        }
        editing={editing}
        marks={marks}
        selecting={selecting}
        loading={props.loading}
        stale={false}
      >
        {!props.loaded || order.length > 0 ? undefined : byId.size === 0 ? (
          <Message title={words.noAdGroups} />
        ) : (
          <Message title={words.noMatch} actions={<Button onClick={props.onShowAll}>{words.showAll}</Button>} />
        )}
      </PlainGrid>
    </PagesToChoose>
  );
}

/** How a page is chosen in a cell, or several are pasted by their names. */
function editingOf(now: () => Props): Omit<GridEditing, 'Editor'> {
  const displayedPage = (row: number) => now().edits.get().get(row)?.creativeId ?? now().byId.get(row)?.creativeId ?? 0;
  const usable = () => now().creatives.filter(({ state }) => state !== 'INVALID');
  return {
    begin(row, column) {
      const adGroup = now().byId.get(row);
      if (adGroup === undefined || column !== 'page') return null;
      return { text: String(displayedPage(row)), label: words.pageOf(adGroup.name) };
    },
    commit(row, _column, text) {
      if (usable().some(({ id }) => String(id) === text)) now().onSet(row, Number(text));
      return null;
    },
    dropped: () => undefined,
    toggle: () => false,
    origin: () => null,
    fill(rows, column, lines) {
      if (column !== 'page') return false;
      rows.forEach((row, index) => {
        const page = usable().find(({ name }) => name === lines[index]?.trim());
        if (page !== undefined) now().onSet(row, page.id);
      });
      return true;
    },
  };
}
