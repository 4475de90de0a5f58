import { QueryScreen } from '../../features/data-access/sql-query/index.ts';

export function SqlQueryPage() {
  return <QueryScreen />;
}
