import type { InstallRow } from './install-state.ts';

/** Spelling an install's id is found by: the store writes account tokens in lower case, apps may have made them otherwise. */
export const installKey = (installId: string): string => installId.toLowerCase();

/** The spellings of an id that are tried, the given one first. */
export function spellingsOf(installId: string): string[] {
  return [...new Set([installId, installKey(installId), installId.toUpperCase()])];
}

/** Installs that can be found by application and id. */
export class InstallIndex {
  private readonly rows = new Map<string, InstallRow>();

  constructor(rows: Iterable<InstallRow> = []) {
    for (const row of rows) this.set(row);
  }

  set(row: InstallRow): void {
    this.rows.set(`${row.application_id} ${row.install_id}`, row);
  }

  /** Holds the install, or forgets it. */
  keepWhile(row: InstallRow, wanted: boolean): void {
    if (wanted) this.set(row);
    else this.rows.delete(`${row.application_id} ${row.install_id}`);
  }

  /** The install of exactly this id. */
  get(applicationId: number, installId: string): InstallRow | undefined {
    return this.rows.get(`${applicationId} ${installId}`);
  }

  /** The install of this id in any of its spellings. */
  find(applicationId: number, installId: string): InstallRow | undefined {
    for (const spelling of spellingsOf(installId)) {
      const row = this.get(applicationId, spelling);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  list(): InstallRow[] {
    return [...this.rows.values()];
  }
}

/**
 * The install an original transaction belongs to: the first candidate that is one. A candidate that has not been reported yet is
 * kept for later.
 * @param candidates best first.
 */
export function linkedInstall(
  applicationId: number,
  candidates: readonly string[],
  installs: InstallIndex,
): { install_id: string; install: InstallRow | undefined } {
  for (const candidate of candidates) {
    const install = installs.find(applicationId, candidate);
    if (install !== undefined) return { install_id: install.install_id, install };
  }
  return { install_id: candidates.at(-1) ?? '', install: undefined };
}
