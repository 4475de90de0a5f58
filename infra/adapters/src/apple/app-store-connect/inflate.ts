import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { StoreReportsError } from './errors.ts';

const unzip = promisify(gunzip);

/**
 * Unpacks a gzip file up to a limit: a small file can hold a thousand times its size.
 * @throws StoreReportsError `unreadable` for a file that is no gzip, ends too early, or is larger than `maxBytes`.
 */
export async function inflate(file: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzip(file, { maxOutputLength: maxBytes });
  } catch (cause) {
    const tooLarge = cause instanceof RangeError;
    const what = tooLarge ? `holds more than ${maxBytes} bytes` : 'is no whole gzip file';
    throw new StoreReportsError('unreadable', `The store's report ${what}`, { cause });
  }
}
