import { type Payment, type Person, untaxedStorefront } from '../random/random-people.ts';
import { type World, worldNow } from '../random/random-world.ts';
import { chosen, installDay, net, rateOn, unattributed } from './expected-report.ts';
import { expectedRemaining, isActive, lacksPrice, newestModel } from './expected-value.ts';
import type { RequestedReport } from './requested-report.ts';

/** First day of which the ad service gave figures; about younger ranges than the first pull reaches there is nothing to say. */
const pulledFrom = '2026-03-01';
const firstPullDays = 85;

/**
 * What a report must warn of: users and sales that are in no row, amounts of which a part is missing, days without figures.
 * @param warnsOfUsers Only reports of campaigns mention users that are in no row.
 * @param isDisplayed Whether a person who came by a campaign is in a row that is shown.
 */
export function expectedWarning(
  world: World,
  request: RequestedReport,
  warnsOfUsers: boolean,
  isDisplayed: (person: Person) => boolean = () => true,
): string | undefined {
  const people = chosen(world, request).people.filter(isDisplayed);
  if (warnsOfUsers && request.countries === null && request.status === 'all') {
    people.push(...unattributed(world, request, 'organic'), ...unattributed(world, request, 'pending'));
  }
  const strange = warnsOfUsers ? unknownSales(world, request) : [];
  const foreign = warnsOfUsers
    ? world.people.filter(
        (person) => person.campaignId === 'elsewhere' && inRange(installDay(person, request.timeZone), request),
      )
    : [];
  const amount = strange.reduce((sum, payment) => sum + (net(payment, world, request) ?? 0), 0).toFixed(2);
  const sentences = [
    foreign.length > 0 &&
      `${foreign.length} ${foreign.length === 1 ? 'user' : 'users'} came from ad organizations that are not linked.`,
    strange.length === 1 && `1 sale of unknown users brought ${amount} ${request.currency} and is in no row.`,
    strange.length > 1 &&
      `${strange.length} sales of unknown users brought ${amount} ${request.currency} and are in no row.`,
    ...ofMoney([...people.flatMap((person) => person.purchases.flatMap(({ payments }) => payments)), ...strange]),
    ...ofPredictions(world, people, beginsBefore(request)),
  ];
  const applicable = sentences.filter((sentence) => sentence !== false);
  return applicable.length === 0 ? undefined : applicable.join(' ');

  function ofMoney(payments: readonly Payment[]): (string | false)[] {
    const untaxed = payments.some(({ storefront }) => storefront === untaxedStorefront);
    const lacksRate = (person: Person): boolean =>
      person.purchases.some((purchase) => {
        const { amount, currency } = expectedRemaining(world, person, purchase, request.smallBusiness);
        return amount > 0 && rateOn(currency, worldNow.slice(0, 10), world, request.currency) === null;
      });
    const unrated = payments.some((payment) => net(payment, world, request) === null) || people.some(lacksRate);
    return [
      untaxed && `VAT is not known for ${untaxedStorefront}; none was taken out.`,
      unrated && 'There is no exchange rate for TWD; such sales are left out of the income.',
    ];
  }
}

const inRange = (day: string, { from, to }: RequestedReport): boolean => day >= from && day <= to;

/** Sales of the range, by day of purchase, of users whose app never reported an install. */
function unknownSales(world: World, request: RequestedReport): Payment[] {
  return world.people
    .filter(({ campaignId }) => campaignId === 'unknown')
    .flatMap((person) => person.purchases.flatMap(({ payments }) => payments))
    .filter((payment) => inRange(installDay({ firstLaunchAt: payment.at }, request.timeZone), request));
}

function ofPredictions(world: World, people: readonly Person[], isPartial: boolean): (string | false)[] {
  const activePurchases = people.flatMap((person) =>
    person.purchases.filter(isActive).map((purchase) => ({ person, purchase })),
  );
  const unpriced = activePurchases.filter(({ person, purchase }) => lacksPrice(world, person, purchase)).length;
  const unsure = [
    ...new Set(
      activePurchases
        .filter(
          ({ purchase }) =>
            newestModel(world, purchase.product, purchase.payments.length === 0).curves[0]?.grade === 'low',
        )
        .map(({ purchase }) => purchase.product),
    ),
  ].sort();
  return [
    unpriced === 1 && '1 live subscription has no known price and adds nothing to predictions.',
    unpriced > 1 && `${unpriced} live subscriptions have no known price and add nothing to predictions.`,
    isPartial && `Figures of Apple Ads are known by day from ${writtenDay(pulledFrom)} on; earlier days are missing.`,
    unsure.length > 0 && `Predictions for ${unsure.join(', ')} are based on little data.`,
  ];
}

function beginsBefore({ from, timeZone }: RequestedReport): boolean {
  const today = Date.parse(installDay({ firstLaunchAt: worldNow }, timeZone));
  return Date.parse(from) < today - firstPullDays * 86_400_000;
}

/** `1 Mar 2026`, put together in plain code. */
function writtenDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
  return `${date} ${names[(month ?? 1) - 1]} ${year}`;
}
