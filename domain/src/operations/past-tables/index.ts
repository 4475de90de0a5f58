export type { PastTablesEvent } from './past-tables.events.ts';
export { pastTablesPrefix, pastTablesStream } from './past-tables.stream.ts';
