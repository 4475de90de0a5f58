import { KIND_FACTORS, VIEW_INSTALL_SHARE } from './market.ts';
import type { Volumes } from './market-model.ts';
import { type Storefront, storefrontOf } from './storefronts.ts';
import type { Campaign, Target } from './structure.ts';

/** Probabilities of the market, calibrated so that the anchor day's volumes come out as planned. */
export interface MarketRates {
  /** Probability that an impression is tapped. */
  tapRate(campaign: Campaign, target: Target, country: string): number;
  /** Probability that a tap leads to an install. */
  installRate(campaign: Campaign, target: Target, country: string): number;
  /** Probability that an impression without a tap leads to an install. */
  readonly viewRate: number;
}

/** Calibrates over all running campaigns: Σ impressions × rate equals the planned taps and installs. */
export function marketRatesOf(campaigns: readonly Campaign[], volumes: Volumes): MarketRates {
  const running = campaigns.filter((campaign) => campaign.lastDay === null);
  let impressions = 0;
  let taps = 0;
  for (const campaign of running) {
    impressions += campaign.impressionsPerDay;
    taps +=
      campaign.impressionsPerDay * meanOver(campaign, (target, storefront) => rawTap(campaign, target, storefront));
  }
  const tapScale = (volumes.taps / volumes.impressions) * (impressions / taps);
  const tapRate = (campaign: Campaign, target: Target, country: string) =>
    Math.min(0.85, rawTap(campaign, target, storefrontOf(country)) * tapScale);
  let installs = 0;
  let scaledTaps = 0;
  for (const campaign of running) {
    const rate = (target: Target, storefront: Storefront) => tapRate(campaign, target, storefront.code);
    scaledTaps += campaign.impressionsPerDay * meanOver(campaign, rate);
    installs +=
      campaign.impressionsPerDay *
      meanOver(campaign, (target, storefront) => rate(target, storefront) * rawInstall(campaign, target, storefront));
  }
  const tapInstalls = volumes.paidInstalls / (1 + VIEW_INSTALL_SHARE);
  const installScale = (tapInstalls / volumes.taps) * (scaledTaps / installs);
  return {
    tapRate,
    installRate: (campaign, target, country) =>
      Math.min(0.95, rawInstall(campaign, target, storefrontOf(country)) * installScale),
    viewRate: (tapInstalls * VIEW_INSTALL_SHARE) / (volumes.impressions - volumes.taps),
  };
}

const rawTap = (campaign: Campaign, target: Target, storefront: Storefront): number =>
  storefront.ttr * KIND_FACTORS[campaign.kind].ttr * target.ttrFactor;

const rawInstall = (campaign: Campaign, target: Target, storefront: Storefront): number =>
  storefront.cr * KIND_FACTORS[campaign.kind].cr * target.crFactor;

function meanOver(campaign: Campaign, value: (target: Target, storefront: Storefront) => number): number {
  const storefronts = campaign.countries.map(storefrontOf);
  const organicWeight = storefronts.reduce((sum, storefront) => sum + storefront.organicWeight, 0);
  let sum = 0;
  let weight = 0;
  for (const target of campaign.targets) {
    weight += target.weight;
    for (const storefront of storefronts)
      sum += (target.weight * storefront.organicWeight * value(target, storefront)) / organicWeight;
  }
  return sum / weight;
}
