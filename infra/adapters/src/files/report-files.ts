import type { KeyVault } from '../secrets/key-vault.ts';
import type { Files } from './files.ts';

/** Which of the files of a send. */
export interface ReportFileName {
  readonly sendId: string;
  readonly variant: 'full' | 'restricted';
  /** `table`: the workbook or csv; `mail`: what the mail says, as JSON. */
  readonly part: 'table' | 'mail';
}

/** Files of reports that are sent by a calendar; unreadable once the team's key is destroyed. */
export interface ReportFiles {
  /** Writing it again takes the place of what was there. */
  write(teamId: number, name: ReportFileName, content: Buffer): Promise<void>;
  /** `undefined` when there is no such file, or none that can be read any more. */
  read(name: ReportFileName): Promise<Buffer | undefined>;
  remove(name: ReportFileName): Promise<void>;
}

/** The files `reports/<send>-<variant>-<part>`. */
export function openReportFiles(files: Files, vault: Pick<KeyVault, 'encryptBytes' | 'decryptBytes'>): ReportFiles {
  const pathOf = ({ sendId, variant, part }: ReportFileName): string => {
    if (!/^[0-9a-f-]{36}$/.test(sendId)) throw new Error('A file of a report is named by the id of its send');
    return `reports/${sendId}-${variant}-${part}`;
  };
  return {
    write: async (teamId, name, content) =>
      files.replace(pathOf(name), Buffer.from(await vault.encryptBytes(`team-${teamId}`, content))),
    read: async (name) => {
      const cipher = await files.read(pathOf(name));
      return cipher === undefined ? undefined : vault.decryptBytes(cipher.toString('utf8'));
    },
    remove: (name) => files.delete(pathOf(name)),
  };
}
