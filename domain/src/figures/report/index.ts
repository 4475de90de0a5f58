export { type AdsProblem, oldestProblems } from './ads-problem.ts';
export { type AdsGaps, describeAdsGaps, describeGaps, joinGaps, type ReportGaps, writtenDay } from './report-gaps.ts';
export { describeStoreGaps, type StoreGaps } from './store-gaps.ts';
