import { useEffect } from 'react';
import type { TableEditing } from '../../../../shared/report/index.ts';
import type { SettingsChangeScope } from './settings-change-scope.ts';
import { useTableEditing } from './use-table-editing.tsx';

interface Props {
  scope: SettingsChangeScope;
  /** Gets what can be changed in the table, and again whenever that is another. */
  onTableEditing: (tableEditing: TableEditing | undefined) => void;
}

/** Draws nothing: it makes a table editable once the code for that has come, and until it is taken away. */
export function TableEditingPart({ scope, onTableEditing }: Props) {
  const tableEditing = useTableEditing(scope);
  useEffect(() => onTableEditing(tableEditing), [tableEditing, onTableEditing]);
  useEffect(() => () => onTableEditing(undefined), [onTableEditing]);
  return null;
}
