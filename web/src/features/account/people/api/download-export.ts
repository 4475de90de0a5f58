import { saveFile } from '../../../../shared/files/save-file.ts';
import { download } from '../../../../shared/server/http/download.ts';

/** Fetches the copy of what is kept about the person and hands it over as a file. @throws ApiError. */
export async function downloadExport(requestedAt: string): Promise<void> {
  const file = await download({ path: '/api/account/export' }, () => undefined);
  saveFile(file, `tapwise-export-${requestedAt.slice(0, 10)}.zip`);
}
