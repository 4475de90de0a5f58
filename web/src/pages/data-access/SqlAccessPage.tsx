import { SqlAccessScreen } from '../../features/data-access/sql-access/index.ts';

export function SqlAccessPage() {
  return <SqlAccessScreen />;
}
