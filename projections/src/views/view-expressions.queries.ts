import type { ViewScope } from './view-scope.ts';

/** A string literal. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Whole numbers as a list, with a number that is no id when there are none. */
export const idList = (ids: readonly number[]): string => (ids.length === 0 ? '0' : ids.map(checkedId).join(', '));

/** Tables of the scope's installation, deduplicated. */
export const table = (scope: ViewScope, name: string): string => `${scope.tables}.${name} FINAL`;

/** An amount in micros as units; null stays null. */
export const units = (micros: string): string => `${micros} / 1000000`;

/** What is known of an application, by its column; `otherwise` for one that is not in the scope. */
export function ofApplication(
  scope: ViewScope,
  value: (application: ViewScope['applications'][number]) => string,
  otherwise: string,
): string {
  const applications = scope.applications;
  if (applications.length === 0) return otherwise;
  const ids = applications.map(({ application_id }) => checkedId(application_id)).join(', ');
  return `transform(application_id, [${ids}], [${applications.map(value).join(', ')}], ${otherwise})`;
}

/** The day of the first launch in the zone of the install's ad organization, else of the application's first one, else UTC. */
export function cohortDay(scope: ViewScope): string {
  const zones = new Map(scope.organizations.map(({ org_id, time_zone }) => [org_id, time_zone]));
  const byZone = new Map<string, { orgs: number[]; applications: number[] }>();
  const of = (zone: string) => byZone.get(zone) ?? byZone.set(zone, { orgs: [], applications: [] }).get(zone);
  for (const [org_id, zone] of zones) of(zone)?.orgs.push(org_id);
  for (const { application_id, org_ids } of scope.applications) {
    const zone = zones.get(org_ids[0] ?? 0);
    if (zone !== undefined) of(zone)?.applications.push(application_id);
  }
  const inZone = (zone: string): string => `toDate(first_launch_at, ${literal(zone)})`;
  const cases = [
    ...[...byZone].map(([zone, { orgs }]) => `org_id IN (${idList(orgs)}), ${inZone(zone)}`),
    ...[...byZone].map(([zone, { applications }]) => `application_id IN (${idList(applications)}), ${inZone(zone)}`),
  ];
  return cases.length === 0 ? inZone('UTC') : `multiIf(${cases.join(', ')}, ${inZone('UTC')})`;
}

/**
 * Factors of every currency into those of the scope's applications, day by day, as a scalar: reports convert by the same rates. A day
 * without a rate takes the last one before it, days before the oldest take the oldest; only days on which both were published count.
 */
export function dailyFactors(scope: ViewScope): string {
  const targets = [...new Set(scope.applications.map(({ currency }) => literal(currency)))];
  const rates = `(SELECT toString(currency) AS currency, day, units_per_euro FROM ${table(scope, 'exchange_rate_per_day_v1')})`;
  const gaps = 'arrayPushBack(arrayPopFront(arrayDifference(days)), 1)';
  return `(SELECT (arrayPushFront(groupArray(pair), ''), arrayPushFront(groupArray(toInt32((rank - 1) * length)), toInt32(-1)),
      arrayFlatten(groupArray(daily)), any(first), any(length))
    FROM (
      SELECT pair, row_number() OVER (ORDER BY pair) AS rank, min(days[1]) OVER () AS first,
        max(days[-1]) OVER () - first + 1 AS length,
        arrayConcat(arrayWithConstant(days[1] - first, factors[1]),
          arrayFlatten(arrayMap((factor, gap) -> arrayWithConstant(gap, factor), factors, ${gaps})),
          arrayWithConstant(first + length - 1 - days[-1], factors[-1])) AS daily
      FROM (
        SELECT concat(f.currency, '>', t.currency) AS pair,
          arraySort(groupArray((toInt32(toUInt32(f.day)), t.units_per_euro / f.units_per_euro))) AS steps, steps.1 AS days, steps.2 AS factors
        FROM ${rates} AS f INNER JOIN ${rates} AS t ON f.day = t.day
        WHERE t.currency IN (${targets.length === 0 ? "''" : targets.join(', ')}) AND f.currency != t.currency
        GROUP BY pair
      ) ORDER BY pair
    ))`;
}

/**
 * An amount in the application's currency, in units; null where no rate is known, 0 stays 0.
 * @param micros Expression, in micros.
 * @param day Expression of type Date.
 */
export function inApplicationCurrency(scope: ViewScope, micros: string, day: string, currency: string): string {
  const target = ofApplication(scope, (application) => literal(application.currency), "''");
  const offset = `transform(concat(toString(${currency}), '>', ${target}), rates.1, rates.2, toInt32(-1))`;
  const dayIndex = `least(greatest(toInt32(toUInt32(${day})) - rates.4, 0), rates.5 - 1)`;
  const factor = `if(${offset} < 0, NULL, arrayElement(rates.3, ${offset} + ${dayIndex} + 1))`;
  return `multiIf(${micros} = 0, 0, toString(${currency}) = ${target}, toFloat64(${micros}), ${micros} * ${factor}) / 1000000`;
}

function checkedId(id: number): string {
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('An id is a whole number');
  return String(id);
}
