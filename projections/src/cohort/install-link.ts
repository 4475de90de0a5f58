import type { InstallRow } from './install-state.ts';

/** An install named for an original transaction, and where the log names it. */
export interface LinkCandidate {
  readonly install_id: string;
  /** `sdk`: the app said so, also for an install nobody has heard of yet. `store`: the account token of a transaction. */
  readonly source: 'sdk' | 'store';
  readonly position: bigint;
}

/** An account token is a UUID in lower case; apps may have made the same id in upper case. */
export const installKey = (installId: string): string => installId.toLowerCase();

/** One text for an install, to look it up by, whatever the spelling of its id. */
export const installSubjectKey = (install: { application_id: number; install_id: string }): string =>
  `${install.application_id} ${installKey(install.install_id)}`;

/**
 * The install an original transaction belongs to: the first link wins. An account token is a link only from the moment an
 * install of that id is known, so it takes effect at the later of the two.
 * @param installs By `installSubjectKey`.
 */
export function linkedInstall(
  applicationId: number,
  candidates: readonly LinkCandidate[],
  installs: ReadonlyMap<string, InstallRow>,
): { install_id: string; install: InstallRow | undefined } | undefined {
  const effective = candidates.flatMap((candidate) => {
    const install = installs.get(installSubjectKey({ ...candidate, application_id: applicationId }));
    if (candidate.source === 'sdk') return [{ ...candidate, install }];
    if (install === undefined) return [];
    const reported = BigInt(install.reported_position);
    const position = reported > candidate.position ? reported : candidate.position;
    return [{ ...candidate, install_id: install.install_id, position, install }];
  });
  effective.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
  return effective[0];
}
