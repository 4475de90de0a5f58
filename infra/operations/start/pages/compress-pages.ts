import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = /\.(?:js|css|html|svg|json|xml|txt)$/;
/** Below this a compressed copy saves less than the packet it travels in. */
const leastBytes = 1024;
/** The best takes several times as long for a few per cent. */
const brotliQuality = 9;

/** Lays a gzip and a Brotli copy beside every text of the built pages; the server hands out whichever is asked for. */
export function compressPages(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // What the build keeps for itself is not served.
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compressPages(path);
    else compressFile(path);
  }
}

/** The same for one file, where it is a text and not too short. */
export function compressFile(path: string): void {
  if (!compressible.test(path)) return;
  const content = readFileSync(path);
  if (content.length < leastBytes) return;
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
}
