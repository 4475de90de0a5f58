import { z } from 'zod';
import type { Files } from './files.ts';

const file = 'backup/newest.json';
const backupSchema = z.object({ at: z.iso.datetime() });

/** Notes beside the installation's own files that it was backed up, so that its age can be watched. */
export const noteBackup = (files: Files, at: Date): Promise<void> =>
  files.replace(file, Buffer.from(JSON.stringify({ at: at.toISOString() })));

/** When the newest backup was made; `undefined` where none was. @throws the error of the files, or one for a note that cannot be read. */
export async function newestBackup(files: Pick<Files, 'read'>): Promise<Date | undefined> {
  const note = await files.read(file);
  return note === undefined ? undefined : new Date(backupSchema.parse(JSON.parse(note.toString())).at);
}
