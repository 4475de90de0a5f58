import type { DraftFault } from './draft-types.ts';

/** What is wrong with the field at a path. */
export const faultAt = (faults: readonly DraftFault[], path: string): string | undefined =>
  faults.find((fault) => fault.path === path)?.message;

const isBelow = (path: string, of: string): boolean =>
  path === of || (path.startsWith(of) && ['.', '['].includes(path.charAt(of.length)));

/** Everything that is wrong at a path or below it, each text once. */
export const faultsBelow = (faults: readonly DraftFault[], path: string): string[] => [
  ...new Set(faults.filter((fault) => isBelow(fault.path, path)).map(({ message }) => message)),
];

const shownParts = ['automation_name', 'apply_to', 'scope', 'cases', 'schedule', 'guards'];

/** What is wrong with no part that the builder shows by itself. */
export const faultsElsewhere = (faults: readonly DraftFault[]): string[] => [
  ...new Set(
    faults.filter(({ path }) => !shownParts.some((part) => isBelow(path, part))).map(({ message }) => message),
  ),
];
