/** Numbers of the ZIP format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7 to 4.3.16. */
const endMark = 0x06054b50;
const endSize = 22;
const entrySize = 46;
const localSize = 30;
const deflated = 8;

/**
 * Counts the rows of a workbook's first sheet in the file itself, as a spreadsheet would read it.
 * @throws Error when the file is no workbook.
 */
export async function countSheetRows(file: Blob): Promise<number> {
  const bytes = await file.arrayBuffer();
  const sheet = findEntry(new DataView(bytes), 'xl/worksheets/sheet1.xml');
  const packed = new Blob([bytes.slice(sheet.start, sheet.start + sheet.size)]).stream();
  const plain = sheet.method === deflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  let count = 0;
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const text = rest + part.value;
    count += text.split('<row ').length - 1;
    // A mark cut in two is found with the next part.
    rest = text.slice(text.lastIndexOf('<') === -1 ? text.length : text.lastIndexOf('<'));
    if (rest.startsWith('<row ')) rest = '';
  }
  return count;
}

/** Finds where a part of the archive begins, by its directory at the end. */
function findEntry(view: DataView, name: string): { start: number; size: number; method: number } {
  let end = view.byteLength - endSize;
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) throw new Error('The file is no archive.');
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const nameLength = view.getUint16(entry + 28, true);
    const entryName = new TextDecoder().decode(new Uint8Array(view.buffer, entry + entrySize, nameLength));
    if (entryName === name) {
      const local = view.getUint32(entry + 42, true);
      const start = local + localSize + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      return { start, size: view.getUint32(entry + 20, true), method: view.getUint16(entry + 10, true) };
    }
    entry += entrySize + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  throw new Error(`The file has no ${name}.`);
}
