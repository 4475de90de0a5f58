import { formatCount } from '../../format/numbers.ts';

/** Words about labels, wherever they are shown. */
export const labelMessages = {
  labels: 'Labels',
  labelsOf: (what: string) => `Labels of ${what}`,
  names: (names: readonly string[]) => `Labels: ${names.join(', ')}`,
  unnamed: (id: number) => `Label ${id}`,
  own: 'Labels are words of your team. Apple Ads never sees them.',
  none: 'There are no labels yet.',
  loading: 'Loading labels…',
  newLabel: 'New label',
  add: 'Add',
  save: 'Save',
  cancel: 'Cancel',
  retry: 'Try again',
  enterName: 'Enter a name',
  set: (what: string) => `Labels of ${what} changed`,
  undo: 'Undo',
  notSet: (count: number) => `${formatCount(count)} not changed`,
  manage: 'Manage',
  rename: 'Rename',
  delete: 'Delete',
  ofLabel: (act: string, name: string) => `${act} ${name}`,
  name: 'Name',
  objects: (count: number) =>
    count === 0 ? 'On nothing' : `On ${formatCount(count)} ${count === 1 ? 'object' : 'objects'}`,
  deleteTitle: (name: string) => `Delete the label "${name}"?`,
  deleteText: (count: number) =>
    count === 0
      ? 'Nothing has this label.'
      : `${formatCount(count)} ${count === 1 ? 'object loses' : 'objects lose'} it. This cannot be undone.`,
  manageOf: (application: string) => `Labels of ${application}`,
} as const;
