import { addDays, type Day } from '../../../shared/calendar/days.ts';
import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import type { BuiltInSettings } from '../settings/built-in-kinds.ts';
import {
  type AlertCampaign,
  type CampaignDay,
  type OrganizationFigures,
  organizationKey,
  sumOfDay,
  unitsOf,
} from './alert-figures.ts';
import { compareRoas, type RoasComparison, type RoasLimits } from './falling-roas.ts';
import { launchRateGap } from './launch-rate-gap.ts';

const millionths = 1_000_000;
const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

type UserFigures = Pick<OrganizationFigures, 'peopleSince'> & { readonly campaigns: readonly AlertCampaign[] };

/** The newest first; `null` where users of the day were not reported. */
function daysUpTo({ campaigns, peopleSince }: UserFigures, last: Day, count: number): (CampaignDay | null)[] {
  return Array.from({ length: count }, (_, ago) => addDays(last, -ago)).map((day) =>
    peopleSince === null || day < peopleSince ? null : sumOfDay(campaigns, day),
  );
}

const knownOf = (days: readonly (CampaignDay | null)[]): CampaignDay[] => days.filter((day) => day !== null);

const earlier = (left: Day, right: Day): Day => (left < right ? left : right);

const gapDays = 3;
const usualDays = 28;

/** The share of installs that the SDK saw in the last complete days, beside what is usual. Without an SDK there is nothing to compare. */
export function trackingGap(
  organization: OrganizationFigures,
  { installs, points, deviations }: BuiltInSettings['tracking_gap'],
): EvaluatedAlertUnit[] {
  const { orgId, name, adsDay, peopleDay } = organization;
  if (adsDay === null || peopleDay === null) return [];
  const last = earlier(adsDay, peopleDay);
  const lastDays = knownOf(daysUpTo(organization, last, gapDays));
  const daysBefore = daysUpTo(organization, addDays(last, -gapDays), usualDays);
  const gap =
    lastDays.length < gapDays
      ? undefined
      : launchRateGap(lastDays, knownOf(daysBefore), { leastInstalls: installs, leastBand: points / 100, deviations });
  const window = { from: addDays(last, 1 - gapDays), to: last };
  const spend = lastDays.reduce((sum, day) => sum + day.spend, 0);
  const subject = {
    key: organizationKey(orgId),
    name,
    org_id: orgId,
    unit: 'share',
    currency: null,
    window,
    spend,
  } as const;
  if (gap === undefined) {
    const texts = { text: `Tracking gap in ${name}`, text_without_amounts: `Tracking gap in ${name}` };
    return [{ ...subject, ...texts, finding: null, value: null, limit: null }];
  }
  const isLow = gap.rate < gap.median;
  const series = {
    from: addDays(last, 1 - gapDays - usualDays),
    values: [...lastDays, ...daysBefore]
      .map((day) => (day === null ? null : ratio(day.firstLaunches, day.installs)))
      .toReversed(),
    usual: Math.round(gap.median * millionths),
    low: Math.round((gap.median - gap.band) * millionths),
    high: Math.round((gap.median + gap.band) * millionths),
  };
  const rates = `${percentText(gap.rate)} of installs were seen by the SDK in ${gapDays} days, usually ${percentText(gap.median)}`;
  const text = `Tracking gap in ${name}: ${rates}`;
  return [
    {
      ...subject,
      finding: gap.isOutside,
      value: Math.round(gap.rate * millionths),
      limit: Math.round((gap.median + (isLow ? -gap.band : gap.band)) * millionths),
      text,
      text_without_amounts: text,
      ...(gap.isOutside ? { series } : {}),
    },
  ];
}

/** In millionths; `null` where there is nothing to divide by. */
const ratio = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * millionths) : null;

const cohortDays = 7;
const closedAfterDays = 7;

/** ROAS of the users of a week, seven days after each installed, beside that of the four weeks before. */
export function fallingRoas(
  organization: OrganizationFigures,
  { share, conversions }: BuiltInSettings['roas_falling'],
): EvaluatedAlertUnit[] {
  const { orgId: org_id, adsDay, peopleDay, peopleSince } = organization;
  if (adsDay === null || peopleDay === null) return [];
  const closed = addDays(earlier(adsDay, peopleDay), -closedAfterDays);
  const window = { from: addDays(closed, 1 - cohortDays), to: closed };
  return unitsOf(organization).flatMap(({ key, name, campaigns }): EvaluatedAlertUnit[] => {
    const now = knownOf(daysUpTo({ campaigns, peopleSince }, closed, cohortDays));
    const before = knownOf(daysUpTo({ campaigns, peopleSince }, addDays(closed, -cohortDays), usualDays));
    const comparison = compareCohorts(before, now, { noticeableShare: share / 100, leastConversions: conversions });
    if (comparison === undefined) return [];
    const { now: rate, before: usual, isFalling } = comparison;
    const limit = Math.round((usual * share * millionths) / 100);
    const series = {
      from: addDays(closed, 1 - cohortDays - usualDays),
      values: [...now, ...before]
        .map(({ income, spend }) => (income === null ? null : ratio(income, spend)))
        .toReversed(),
      usual: Math.round(usual * millionths),
      low: limit,
      high: null,
    };
    const text = `ROAS of ${name} after 7 days is falling: ${percentText(rate)} in 7 days, ${percentText(usual)} in the 28 before`;
    return [
      {
        key,
        name,
        org_id,
        finding: isFalling,
        value: Math.round(rate * millionths),
        limit,
        unit: 'share',
        currency: null,
        window,
        spend: now.reduce((sum, day) => sum + day.spend, 0),
        text,
        text_without_amounts: text,
        ...(isFalling ? { series } : {}),
      },
    ];
  });
}

/** `undefined` where a day of either side is not known. */
function compareCohorts(
  before: readonly CampaignDay[],
  now: readonly CampaignDay[],
  limits: RoasLimits,
): RoasComparison | undefined {
  const cohorts = (days: readonly CampaignDay[]) =>
    days.flatMap(({ income, spend, conversions, isPartial }) =>
      income === null || isPartial ? [] : [{ income, spend, conversions }],
    );
  const cohortsBefore = cohorts(before);
  const cohortsNow = cohorts(now);
  if (cohortsBefore.length < usualDays || cohortsNow.length < cohortDays) return undefined;
  return compareRoas(cohortsBefore, cohortsNow, limits);
}
