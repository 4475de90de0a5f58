export { sqlUsersOptions } from './api/sql-access-api.ts';
export { SqlAccessScreen } from './components/SqlAccessScreen.tsx';
export { curlLine } from './model/connection.ts';
