import { toolMessages as words } from '../messages.ts';

/** Bytes a template may have. */
const mostBytes = 2 * 1024 * 1024;

/** What is wrong with dropped or chosen files before they are read. */
export function templateFault(files: readonly Pick<File, 'name' | 'size'>[]): string | null {
  const [first, second] = files;
  if (second !== undefined) return words.errors.oneFile;
  if (first === undefined || !/\.csv$/i.test(first.name)) return words.errors.onlyCsv;
  // A file in UTF-16 is about half as long once it is sent.
  return first.size > 2 * mostBytes ? words.errors.tooLarge : null;
}

/**
 * The text of a template: UTF-8, or UTF-16 as spreadsheets save it, known by its mark or by the zero bytes of plain letters.
 * @throws Error in words for people
 */
export function readTemplate(bytes: Uint8Array): string {
  const text = decoderOf(bytes, words.errors.unreadable).replace(/^\ufeff/, '');
  if (new TextEncoder().encode(text).length > mostBytes) throw new Error(words.errors.tooLarge);
  return text;
}

function decoderOf(bytes: Uint8Array, unreadable: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new Error(unreadable);
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = [...bytes.subarray(0, 64)];
  const zeros = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  const many = start.length / 4;
  if (zeros(1) > many) return 'utf-16le';
  return zeros(0) > many ? 'utf-16be' : 'utf-8';
}
