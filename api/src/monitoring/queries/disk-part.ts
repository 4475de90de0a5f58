import { statfs } from 'node:fs/promises';
import type { Readiness } from '@tapwise/contract';

type PartStatus = Readiness['parts'][string];

/** Below this, in bytes and in files, what is written next may be the last. */
const leastBytes = 500_000_000;
const leastFiles = 2_000;

/** The disk of the data folder, where it has hardly any room left: before the log and the tables take nothing any more. */
export async function diskPart(folder: string | undefined): Promise<{ disk?: PartStatus }> {
  if (folder === undefined) return {};
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    const bytes = bavail * bsize;
    if (bytes < leastBytes) return short(`${Math.floor(bytes / 1e6)} MB`);
    // File systems without a limit say 0.
    return files > 0 && ffree < leastFiles ? short(`room for ${ffree} files`) : {};
  } catch {
    // That it is gone is said by the parts that need it.
    return {};
  }
}

const short = (left: string): { disk: PartStatus } => ({
  disk: { status: 'degraded', detail: `The disk of the data folder is nearly full: ${left} left` },
});
