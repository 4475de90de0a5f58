import { type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../../page/lazy-part.tsx';
import type { DisplayedRows } from '../../model/table-editing.ts';
import { BottomBar } from '../export/BottomBar.tsx';
import { ExportButtons } from '../export/ExportButtons.tsx';
import { tableExport } from '../export/table-export.ts';
import { useNumberHelp } from '../help/use-number-help.ts';
import styles from '../reports.module.css';
import { CompareFailed } from '../states/CompareFailed.tsx';
import { TableTools } from '../tools/TableTools.tsx';
import { TabsRow } from '../tools/TabsRow.tsx';
import { ReportGrid } from './ReportGrid.tsx';
import type { ReportTableProps } from './report-table-props.ts';
import { useCompared } from './use-compared.ts';
import { useBesideName } from './use-label-column.ts';
import { useTableColumns } from './use-table-columns.ts';
import { useTableOrder } from './use-table-order.ts';

/** Fetched by those who ask how a number is made. */
const NumberHelp = lazyPart(async () => (await import('../help/NumberHelp.tsx')).NumberHelp);

/** The rows of one report with everything that can be done with them: tabs, predictions, row filter, grid, copies. */
export function ReportTable(props: ReportTableProps) {
  const { level, question, rows, view, onView } = props;
  const { store } = rows;
  const search = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const groups = props.grouped === true ? opened : null;
  const table = useTableOrder(store, level, view.sort, groups, rows.answered);
  const { compared, error, retry } = useCompared(question, props.compare ?? 'none');
  const beside = useBesideName(props.application.id, store, props.beside);
  const { columns, context } = useTableColumns(
    { ...props, beside, opens: props.onOpen !== undefined, groups },
    compared,
  );
  const { tableEditing } = props;
  const displayedRows = useMemo<DisplayedRows>(
    () => ({ displayed: table.displayed, rowOf: (id) => store?.row(id)?.row }),
    [table.displayed, store],
  );
  const select = tableEditing?.selecting ?? null;
  const selecting = useMemo(() => select?.(displayedRows) ?? null, [select, displayedRows]);
  const [shortcuts, setShortcuts] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const help = useNumberHelp(root);
  const { figure } = help;
  const instead = props.instead?.({
    displayedCount: table.displayed.length,
    all: table.order.length,
    clearFilter: () => table.setFilter(''),
  });
  const exported =
    store === null || question === null ? null : tableExport({ ...props, question, columns, table, store });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && figure !== null) help.close();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc is a shortcut for a button that is there as well. */}
      <div ref={root} className={styles.split} data-explaining={figure !== null || undefined} onKeyDown={onKeyDown}>
        <div className="column flex-1 min-w-0">
          <TabsRow
            bare={props.bare === true}
            tab={view.tab}
            onTab={(tab) => onView({ tab, columns: null })}
            predictions={view.predictions}
            onPredictions={(predictions) => onView({ predictions })}
            filter={table.filter}
            onFilter={table.setFilter}
            search={search}
          >
            <TableTools
              context={context}
              rows={rows}
              shortcuts={shortcuts}
              onShortcutsClosed={() => {
                setShortcuts(false);
                requestAnimationFrame(help.focusCell);
              }}
              onColumns={(chosen) => onView({ columns: chosen })}
            >
              {props.tools}
            </TableTools>
          </TabsRow>
          {error !== null && <CompareFailed error={error} onRetry={() => void retry()} />}
          <div
            className={styles.panel}
            {...(props.bare ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${view.tab}` })}
          >
            <ReportGrid
              {...props}
              table={table}
              columns={columns}
              compared={compared}
              onGroup={(id) => setOpened((before) => toggled(before, id))}
              onSearch={() => search.current?.focus()}
              onShortcuts={() => setShortcuts(true)}
              onExplain={help.open}
              explained={figure}
              selecting={selecting}
            >
              {instead}
            </ReportGrid>
          </div>
        </div>
        {figure !== null && question !== null && (
          <Suspense fallback={null}>
            <NumberHelp
              level={level}
              question={question}
              figure={figure}
              cells={figure.row === 'totals' ? store?.totals().row : store?.row(figure.row)?.row}
              today={props.today}
              timeZone={props.organization.time_zone}
              live={rows.followed && rows.liveAllowed}
              takeFocus={help.takeFocus}
              onDisplayed={help.reveal}
              onClose={help.close}
            />
          </Suspense>
        )}
      </div>
      <BottomBar
        level={level}
        store={store}
        pending={rows.pending}
        order={table.order}
        matching={table.matching}
        sort={view.sort}
        onResort={table.resort}
        end={tableEditing?.end(displayedRows)}
      >
        {tableEditing === undefined ? props.tableEditingPlaceholder : tableEditing.start(displayedRows)}
        <ExportButtons
          order={exported?.order ?? null}
          csv={exported?.csv ?? null}
          lines={exported?.lines ?? (() => [])}
        />
      </BottomBar>
    </>
  );
}

function toggled(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
