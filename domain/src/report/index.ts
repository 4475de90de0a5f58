export { describeGaps, joinGaps, type ReportGaps } from './report-gaps.ts';
