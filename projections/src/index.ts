export { projections } from './projection-list.ts';
export { createPastTablesMaker } from './writing/filling/past-tables.ts';
export { type FollowTablesOptions, followTables } from './writing/runner/follow-tables.ts';
export { prepareTables } from './writing/runner/prepare-tables.ts';
