import type { LandedLink, LandedNotification } from './cohort-lookups.queries.ts';
import { InstallIndex } from './install-link.ts';
import { SubjectSet } from './subject-set.ts';

/** What the batch itself brings and the tables do not hold yet. */
export interface BatchFacts {
  readonly installs: InstallIndex;
  readonly notifications: readonly LandedNotification[];
  readonly links: readonly LandedLink[];
  /** Original transactions that begin in this batch: nothing about them can be in the tables. */
  readonly complete: SubjectSet;
  /** Installs that begin in this batch: an original transaction that names one may have been under another. */
  readonly newInstalls: SubjectSet;
}

/** Nothing new: everything is read from the tables. */
export const nothingNew: BatchFacts = {
  installs: new InstallIndex(),
  notifications: [],
  links: [],
  complete: new SubjectSet(),
  newInstalls: new SubjectSet(),
};
