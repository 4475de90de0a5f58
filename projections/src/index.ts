export { type FollowTablesOptions, followTables } from './runner/follow-tables.ts';
export { prepareTables } from './runner/prepare-tables.ts';
