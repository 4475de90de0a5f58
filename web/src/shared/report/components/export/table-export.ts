import type { Application, Organization, ReportRow } from '@tapwise/contract';
import { fitsWorkbook } from '../../../tables/excel/excel-table.ts';
import type { GridColumn } from '../../../tables/grid/index.ts';
import { csvCallOf, type ReportQuestion } from '../../api/report-api.ts';
import type { CsvOrder } from '../../model/export/csv-file.ts';
import { fileName, receiptOf } from '../../model/export/report-receipt.ts';
import { type SheetSource, sheetHead, sheetLines, sheetRow } from '../../model/export/report-sheet.ts';
import type { RowStore } from '../../model/rows/row-store.ts';
import { levels, type ReportLevel } from '../../model/scope/report-level.ts';
import { type ReportView, reportTabs } from '../../model/views/view-state.ts';
import type { ReportRows } from '../table/use-report-rows.ts';
import type { TableOrder } from '../table/use-table-order.ts';
import type { ExcelOrder } from './use-export-file.ts';

interface Source {
  level: ReportLevel;
  question: ReportQuestion;
  rows: ReportRows;
  store: RowStore;
  table: TableOrder;
  columns: readonly GridColumn<ReportRow>[];
  view: ReportView;
  application: Application;
  organization: Organization;
  path?: readonly string[];
}

/** Ways to export a table: all its rows as they are on the screen now, `null` without any. */
export function tableExport(source: Source) {
  const { level, store, table, columns, question } = source;
  if (table.displayed.length === 0) return null;
  const csv: CsvOrder = {
    name: fileName(question.params, levels[level].many, 'csv'),
    ...csvCallOf(question),
    total: store.currentRows().length,
  };
  return {
    /** The server's file of the whole report; `null` where a workbook can be made. */
    csv: fitsWorkbook(table.displayed.length, columns.length) ? null : csv,
    order(): ExcelOrder {
      // Taken at once, so that a push while the file is made does not mix two moments.
      const rows = rowsOf(store, table);
      return {
        name: fileName(question.params, levels[level].many, 'xlsx'),
        head: sheetHead(sheetSource(source, rows.length)),
        total: rows.length,
        row: (index) => {
          const row = rows[index];
          return row === undefined ? [] : sheetRow(columns, row);
        },
      };
    },
    lines(): Iterable<readonly string[]> {
      const rows = rowsOf(store, table);
      return sheetLines(sheetSource(source, rows.length), rows);
    },
  };
}

function rowsOf(store: RowStore, { displayed }: TableOrder): ReportRow[] {
  return displayed.flatMap((id) => store.row(id)?.row ?? []);
}

function sheetSource(source: Source, count: number): SheetSource {
  const { level, columns, store, rows, application, organization, view, question } = source;
  return {
    level,
    columns,
    totals: store.totals().row,
    receipt: receiptOf({
      application: application.name,
      organization: organization.name,
      timeZone: organization.time_zone,
      currency: rows.report?.response.currency ?? application.currency,
      params: question.params,
      asOf: store.asOf(),
      position: store.position(),
      path: source.path ?? [],
      tab: reportTabs.find(({ tab }) => tab === view.tab)?.label ?? '',
      predictions: view.predictions,
      rowFilter: source.table.filtered ? source.table.filter : '',
      rows: count,
      madeAt: new Date(),
    }),
  };
}
