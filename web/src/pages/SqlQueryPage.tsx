import { QueryScreen } from '../features/sql-query/index.ts';

export function SqlQueryPage() {
  return <QueryScreen />;
}
