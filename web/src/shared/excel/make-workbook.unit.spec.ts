import { describe, expect, it } from 'vitest';
import { countSheetRows } from './count-sheet-rows.ts';
import { type ExcelHead, numberFormat } from './excel-table.ts';
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

async function workbook(rows: (string | number | null)[][]): Promise<Blob> {
  const maker = makeWorkbook(head);
  maker.add(rows);
  return maker.finish();
}

describe('a workbook', () => {
  it('holds every row it was given, which is counted in the file itself', async () => {
    const maker = makeWorkbook(head);
    for (let portion = 0; portion < 6; portion += 1) {
      maker.add(Array.from({ length: 500 }, (_, row) => [`keyword ${portion}.${row}`, row, row / 1000, row / 3]));
    }
    expect(maker.rows()).toBe(3_000);
    expect(await countSheetRows(await maker.finish())).toBe(3_001);
  });

  it('keeps numbers as numbers with all their digits, in the format of their column', async () => {
    const file = await workbook([['US · Brand', 1234, 0.87654321, 99.123456]]);
    const sheet = await part(file, 'xl/worksheets/sheet1.xml');
    for (const value of ['1234', '0.87654321', '99.123456']) expect(sheet).toContain(`<v>${value}</v>`);
    const styles = await part(file, 'xl/styles.xml');
    for (const format of ['#,##0', '0.00%', '&quot;$&quot;#,##0.00'])
      expect(styles).toContain(`formatCode="${format}"`);
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

describe('a number format', () => {
  it('quotes the sign of the currency', () => {
    expect(numberFormat('money', 'CHF')).toBe('"CHF"#,##0.00');
    expect(numberFormat('text')).toBeUndefined();
  });
});

describe('counting rows', () => {
  it('refuses what is no workbook', async () => {
    await expect(countSheetRows(new Blob(['not a workbook, but long enough to look into']))).rejects.toThrow(
      'no archive',
    );
  });
});
