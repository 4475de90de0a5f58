import { adFiguresProjection } from './writing/ads/ad-figures/ad-figures.projection.ts';
import { adStructureProjection } from './writing/ads/ad-structure/ad-structure.projection.ts';
import { adsCoverageProjection } from './writing/ads/ads-coverage/ads-coverage.projection.ts';
import { adsMonthsProjection } from './writing/ads/ads-months/ads-months.projection.ts';
import { adsReportProjection } from './writing/ads/ads-report/ads-report.projection.ts';
import { figuresPulledProjection } from './writing/ads/figures-pulled/figures-pulled.projection.ts';
import { impressionShareProjection } from './writing/ads/impression-share/impression-share.projection.ts';
import { searchTermsProjection } from './writing/ads/search-terms/search-terms.projection.ts';
import { labelsProjection } from './writing/ads/setting-change/labels.projection.ts';
import { settingChangeProjection } from './writing/ads/setting-change/setting-change.projection.ts';
import { settingsSeenProjection } from './writing/ads/settings-seen/settings-seen.projection.ts';
import { termTotalsProjection } from './writing/ads/term-totals/term-totals.projection.ts';
import { cohortProjection } from './writing/cohort/cohort.projection.ts';
import { exchangeRateProjection } from './writing/exchange-rate/exchange-rate.projection.ts';
import { firstAttributionsProjection } from './writing/installs/first-attributions/first-attributions.projection.ts';
import { sdkInstallsProjection } from './writing/installs/sdk-installs/sdk-installs.projection.ts';
import { sdkRefusalsProjection } from './writing/installs/sdk-installs/sdk-refusals.projection.ts';
import { predictionModelProjection } from './writing/prediction-model/prediction-model.projection.ts';
import { productPriceProjection } from './writing/product-price/product-price.projection.ts';
import type { Projection } from './writing/runner/projection.ts';
import { sourceFreshnessProjection } from './writing/source-freshness/source-freshness.projection.ts';
import { sourceProblemsProjection } from './writing/source-problems/source-problems.projection.ts';
import { storeSalesProjection } from './writing/store-sales/store-sales.projection.ts';
import { usageProjection } from './writing/usage/usage.projection.ts';
import { webhookDeliveriesProjection } from './writing/webhook-deliveries/webhook-deliveries.projection.ts';

/** What the product projects. Programs hand it to the runner, which knows none of them. */
export const projections: readonly Projection[] = [
  adFiguresProjection,
  adsCoverageProjection,
  adsMonthsProjection,
  adsReportProjection,
  adStructureProjection,
  cohortProjection,
  exchangeRateProjection,
  figuresPulledProjection,
  firstAttributionsProjection,
  impressionShareProjection,
  labelsProjection,
  predictionModelProjection,
  productPriceProjection,
  sdkInstallsProjection,
  sdkRefusalsProjection,
  searchTermsProjection,
  settingChangeProjection,
  settingsSeenProjection,
  sourceFreshnessProjection,
  sourceProblemsProjection,
  storeSalesProjection,
  termTotalsProjection,
  usageProjection,
  webhookDeliveriesProjection,
];
