import { inflateRawSync } from 'node:zlib';

/** Numbers of the ZIP format: entry of the directory, its length, and that of a part's own head. */
const entryMark = 0x02014b50;
const entrySize = 46;
const localSize = 30;

/** One sheet as lines of cells: numbers as numbers, texts as texts, `null` for empty ones. */
export type SheetCells = (string | number | null)[][];

/** Reads the sheets of a workbook as a spreadsheet would, with nothing of the code that wrote it. */
export function readWorkbook(file: Buffer): { sheets: SheetCells[]; formulas: number } {
  const parts = readParts(file);
  const strings = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    plainText([...(item ?? '').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  );
  const texts = [1, 2].map((number) => parts.get(`xl/worksheets/sheet${number}.xml`) ?? '');
  return {
    sheets: texts.map((text) => readSheet(text, strings)),
    formulas: texts.join('').match(/<f[ >]/g)?.length ?? 0,
  };
}

function readParts(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(entryMark);
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + entrySize)) {
    const name = file.toString('utf8', at + entrySize, at + entrySize + file.readUInt16LE(at + 28));
    const local = file.readUInt32LE(at + 42);
    const start = local + localSize + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    parts.set(name, (file.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString('utf8'));
  }
  return parts;
}

function readSheet(text: string, strings: readonly string[]): SheetCells {
  return [...text.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row]) => {
    const cells: (string | number | null)[] = [];
    for (const [, attributes, content] of (row ?? '').matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const letters = /r="([A-Z]+)/.exec(attributes ?? '')?.[1] ?? '';
      const columnIndex = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      const value = /<v>(.*?)<\/v>/s.exec(content ?? '')?.[1];
      const inline = /<t[^>]*>(.*?)<\/t>/s.exec(content ?? '')?.[1];
      while (cells.length < columnIndex) cells.push(null);
      if (inline !== undefined) cells[columnIndex] = plainText(inline);
      else if (value === undefined) cells[columnIndex] = null;
      else cells[columnIndex] = /t="s"/.test(attributes ?? '') ? (strings[Number(value)] ?? null) : Number(value);
    }
    return cells;
  });
}

function plainText(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
