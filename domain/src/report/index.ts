export type { AdsProblem } from './ads-problem.ts';
export { describeGaps, joinGaps, type ReportGaps, unreadFiguresText } from './report-gaps.ts';
export { describeStoreGaps, type StoreGaps } from './store-gaps.ts';
