export { type AdFiguresState, adFiguresDecider, adFiguresKey, diffAdFigures } from './ad-figures.decider.ts';
export type { AdFiguresRow } from './ad-figures.events.ts';
export type { AdsExtraPullState, AdsMonthState, ShareListing } from './ads-extra.decider.ts';
export {
  adsExtraPullDecider,
  adsMonthDecider,
  completeExtraPull,
  diffImpressionShares,
  diffMonthRows,
  diffSearchTermRows,
  impressionShareDecider,
  reportIncompleteExtraPull,
  searchTermDecider,
  termKey,
} from './ads-extra.decider.ts';
export type {
  AdsExtraEvent,
  AdsExtraSubject,
  AdsMonthRow,
  ImpressionShareRow,
  SearchTermRow,
} from './ads-extra.events.ts';
export type { AdsPullState, Freshness } from './ads-pull.decider.ts';
export { adsPullDecider, completePull, freshnessOf, reportIncompletePull } from './ads-pull.decider.ts';
export type { AdsReportState } from './ads-report.decider.ts';
export {
  adsReportDecider,
  diffReportRows,
  reportedCampaigns,
  reportedRows,
  reportRowKey,
} from './ads-report.decider.ts';
export type { AdsReportRow, ReportLevel } from './ads-report.events.ts';
export {
  adFiguresStream,
  adsDaysStream,
  adsExtraPullStream,
  adsMonthStream,
  adsPullStream,
  adsReportStream,
  impressionShareStream,
  searchTermStream,
  termTotalsStream,
} from './ads-report.stream.ts';
export { type DownloadName, type Downloads, downloadNames, downloadsOf } from './downloads.ts';
export { type FigureName, figureNames, type ReducibleRows } from './figure-rows.ts';
export { areUsersComing, type HistoryProgress, historyProgress, usersFacts } from './history-progress.ts';
export type { DaySpan, LoadedDays } from './older-days/days-loaded.decider.ts';
export {
  countLoadedDays,
  daysLoadedDecider,
  nextSpanToLoad,
  recordLoadedDays,
} from './older-days/days-loaded.decider.ts';
export type { DaysLoadedEvent } from './older-days/days-loaded.events.ts';
export { isMonthCounted, type MonthDifference, monthDifferences } from './older-days/month-by-days.ts';
export { isUntrustedResponse, mayMissRows, type ReadingProblem, type ReadingReason } from './reading-problem.ts';
export { recordTermTotals, termTotalDays, termTotalsDecider } from './term-totals.decider.ts';
export type { TermTotal } from './term-totals.events.ts';
