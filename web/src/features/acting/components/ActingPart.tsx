import { useEffect } from 'react';
import type { TableActing } from '../../../shared/report/index.ts';
import type { ActingScope } from './acting-scope.ts';
import { useTableActing } from './use-table-acting.tsx';

interface Props {
  scope: ActingScope;
  /** Gets what can be changed in the table, and again whenever that is another. */
  onActing: (acting: TableActing | undefined) => void;
}

/** Draws nothing: it makes a table editable once the code for that has come, and until it is taken away. */
export function ActingPart({ scope, onActing }: Props) {
  const acting = useTableActing(scope);
  useEffect(() => onActing(acting), [acting, onActing]);
  useEffect(() => () => onActing(undefined), [onActing]);
  return null;
}
