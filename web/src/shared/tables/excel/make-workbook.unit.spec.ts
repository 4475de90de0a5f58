import { sheetFormat } from '@tapwise/contract/sheet';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { countSheetRows } from './count-sheet-rows.ts';
import { type ExcelHead, fitsWorkbook } from './excel-table.ts';
import { makeWorkbook } from './make-workbook.ts';

const head: ExcelHead = {
  sheet: 'Campaign report',
  columns: [
    { header: 'Campaign', kind: 'text', width: 30 },
    { header: 'Taps', kind: 'count', width: 10 },
    { header: 'ROAS', kind: 'percent', width: 10 },
    { header: 'Spend, $', kind: 'money', sign: '$', width: 10 },
  ],
  receipt: [
    { label: 'Rows', value: 2, kind: 'count' },
    { label: 'Total: Spend, $', value: 1234.5, kind: 'money', sign: '$' },
  ],
};

/** The text of one part of the workbook, read with the platform's own means. */
async function part(file: Blob, name: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Buffer.from(bytes).toString('latin1');
  const view = new DataView(bytes.buffer);
  let entry = text.indexOf('PK\x01\x02');
  while (entry >= 0) {
    const length = view.getUint16(entry + 28, true);
    if (text.slice(entry + 46, entry + 46 + length) === name) {
      const local = view.getUint32(entry + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = new Blob([bytes.slice(start, start + view.getUint32(entry + 20, true))]).stream();
      const method = view.getUint16(entry + 10, true);
      return new Response(method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).text();
    }
    entry = text.indexOf('PK\x01\x02', entry + 46);
  }
  throw new Error(`no ${name}`);
}

/** The sheets of a file, as a spreadsheet reads them. */
async function readBack(file: Blob): Promise<ExcelJS.Worksheet[]> {
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(await file.arrayBuffer());
  return read.worksheets;
}

/** Values of all cells by rows; `null` for empty ones. */
function cells(sheet: ExcelJS.Worksheet | undefined): unknown[][] {
  const rows: unknown[][] = [];
  sheet?.eachRow((row) => {
    rows.push(Array.from({ length: sheet.columnCount }, (_, column) => row.getCell(column + 1).value));
  });
  return rows;
}

async function workbook(rows: (string | number | null)[][]): Promise<Blob> {
  const maker = makeWorkbook(head);
  maker.add(rows);
  return maker.finish();
}

describe('a workbook', () => {
  it('holds all rows of a long table, which are counted in the file itself', async () => {
    const maker = makeWorkbook(head);
    for (let portion = 0; portion < 40; portion += 1) {
      maker.add(Array.from({ length: 500 }, (_, row) => [`keyword ${portion}.${row}`, row, row / 1000, row / 3]));
    }
    expect(maker.rows()).toBe(20_000);
    expect(await countSheetRows(await maker.finish())).toBe(20_001);
  });

  it('reads back as it was made', async () => {
    const rows = [
      ['US · Brand', 1234, 0.87654321, 99.123456],
      ['=1+1', -1, 0, 1e-7],
      ['  two  spaces\nand a line ', null, null, null],
    ];
    const [table, receipt] = await readBack(await workbook(rows));
    expect(table?.name).toBe('Campaign report');
    expect(cells(table)).toEqual([head.columns.map(({ header }) => header), ...rows]);
    expect(cells(receipt)).toEqual(head.receipt.map(({ label, value }) => [label, value]));
    const formats = [2, 3, 4].map((column) => table?.getCell(2, column).numFmt);
    expect(formats).toEqual(['#,##0', '0.00%', '"$"#,##0.00']);
    expect(table?.getCell(3, 1)).toMatchObject({ type: ExcelJS.ValueType.String, formula: undefined });
  });

  it.each(['_x0041_', 'a_x000d_b', '_x005F_x0041_', '_x0041_x0042_', '__x0041__', '_X0041_', '_x004_', '_xyz1_'])(
    'keeps a name that looks like an escape of the file: %s',
    async (name) => {
      const file = await workbook([[name, 1, 1, 1]]);
      expect(cells((await readBack(file))[0])[1]?.[0]).toBe(name);
      // A spreadsheet knows small digits in escapes too, which the library does not.
      const strings = await part(file, 'xl/sharedStrings.xml');
      const escaped = /<t[^>]*>([^<]*x[^<]*)<\/t>/.exec(strings)?.[1] ?? '';
      const decoded = escaped.replace(/_x([0-9a-f]{4})_/gi, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      );
      expect(decoded).toBe(name);
    },
  );

  it('keeps characters that the file cannot hold as they are', async () => {
    const [table] = await readBack(await workbook([['a\u0000b\u001fc\rd\uffff', 1, 1, 1]]));
    expect(cells(table)[1]?.[0]).toBe('a\u0000b\u001fc\rd\uffff');
  });

  it('keeps numbers as numbers with all their digits', async () => {
    const file = await workbook([['US · Brand', 1234, 0.87654321, 99.123456]]);
    const sheet = await part(file, 'xl/worksheets/sheet1.xml');
    for (const value of ['1234', '0.87654321', '99.123456']) expect(sheet).toContain(`<v>${value}</v>`);
  });

  it('has no formula, whatever a name looks like, and a frozen header', async () => {
    const file = await workbook([
      ['=HYPERLINK("http://x")', 1, 1, 1],
      ['+1', 1, 1, 1],
      ['@sum', null, null, null],
    ]);
    const sheet = await part(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toMatch(/<pane[^>]*ySplit="1"[^>]*state="frozen"/);
    const strings = await part(file, 'xl/sharedStrings.xml');
    expect(strings).toContain('=HYPERLINK(');
  });

  it('carries a receipt on its second sheet', async () => {
    const file = await workbook([['a', 1, 1, 1]]);
    expect(await part(file, 'xl/workbook.xml')).toContain('name="Receipt"');
    expect(await part(file, 'xl/worksheets/sheet2.xml')).toContain('<v>1234.5</v>');
  });

  it('leaves cells empty whose figure is not known', async () => {
    const sheet = await part(await workbook([['a', null, 0, null]]), 'xl/worksheets/sheet1.xml');
    const second = sheet.slice(sheet.indexOf('<row r="2"'));
    expect(second.match(/<v>/g)).toHaveLength(2);
  });
});

it('a table of 20,000 rows with all figures is made by the page, one of 50,000 by the server', () => {
  expect([fitsWorkbook(20_000, 40), fitsWorkbook(50_000, 16), fitsWorkbook(50_000, 30)]).toEqual([true, true, false]);
});

describe('a number format', () => {
  it('quotes the sign of the currency', () => {
    expect(sheetFormat('money', { sign: 'CHF' })).toBe('"CHF"#,##0.00');
    expect(sheetFormat('text')).toBeUndefined();
  });
});

describe('counting rows', () => {
  it('refuses what is no workbook', async () => {
    await expect(countSheetRows(new Blob(['not a workbook, but long enough to look into']))).rejects.toThrow(
      'no archive',
    );
  });
});
