import * as changes from './changes/ask-changes.ts';
import * as explanations from './explanations/explain-row.ts';
import * as values from './products/country-values.ts';
import * as curves from './products/product-curves.ts';
import * as prices from './products/product-prices.ts';
import * as reports from './reports/ask-report.ts';
import * as series from './reports/ask-series.ts';
import * as months from './reports/monthly-report.ts';
import * as totals from './reports/today-totals.ts';
import * as course from './today/today-course.ts';
import { fromWholeTables } from './whole-tables.ts';

// Each of these is several statements, so each is asked of one form of the tables.
export const askChanges = fromWholeTables(changes.askChanges);
export const explainRow = fromWholeTables(explanations.explainRow);
export const countryValues = fromWholeTables(values.countryValues);
export const productCurves = fromWholeTables(curves.productCurves);
export const productPrices = fromWholeTables(prices.productPrices);
export const campaignReport = fromWholeTables(reports.campaignReport);
export const adGroupReport = fromWholeTables(reports.adGroupReport);
export const keywordReport = fromWholeTables(reports.keywordReport);
export const allKeywordsReport = fromWholeTables(reports.allKeywordsReport);
export const countryReport = fromWholeTables(reports.countryReport);
export const campaignSeries = fromWholeTables(series.campaignSeries);
export const adGroupSeries = fromWholeTables(series.adGroupSeries);
export const keywordSeries = fromWholeTables(series.keywordSeries);
export const monthlyReport = fromWholeTables(months.monthlyReport);
export const todayTotals = fromWholeTables(totals.todayTotals);
export const todayCourse = fromWholeTables(course.todayCourse);
