import { SqlAccessScreen } from '../features/sql-access/index.ts';

export function SqlAccessPage() {
  return <SqlAccessScreen />;
}
