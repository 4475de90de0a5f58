import { addDays, dayMs, hourMs } from '../../../shared/calendar/days.ts';
import { localTimeInZone } from '../../../shared/calendar/zones.ts';
import type { EvaluatedAlertUnit } from '../episode/alert-evaluation.ts';
import type { BuiltInSettings } from '../settings/built-in-kinds.ts';
import { type AlertFigures, type ArrivalFigures, type OrganizationFigures, organizationKey } from './alert-figures.ts';

const withoutFigures = { value: null, limit: null, unit: null, currency: null, window: null, spend: 0 } as const;

function described(
  key: string,
  name: string,
  finding: boolean | null,
  text: string,
  org_id: number | null = null,
): EvaluatedAlertUnit {
  return { ...withoutFigures, key, name, org_id, finding, text, text_without_amounts: text };
}

/** What of the integrations does not work, and what has been silent for long though much usually comes. */
export function brokenIntegrations(
  { application, organizations, broken, sdk, store, asOf }: AlertFigures,
  { sdk_hours, launches, store_hours, notifications }: BuiltInSettings['integration'],
): EvaluatedAlertUnit[] {
  const nameOf = (id: number | null) => organizations.find(({ orgId }) => orgId === id)?.name ?? application;
  return [
    ...broken.map(({ key, name, sentence, orgId }) =>
      described(key, name, true, `${name} of ${nameOf(orgId)}: ${sentence}`, orgId),
    ),
    ...silence(sdk, { key: 'sdk:silent', name: 'SDK', hours: sdk_hours, least: launches, asOf, application }),
    ...silence(store, {
      key: 'notifications:silent',
      name: 'Store notifications',
      hours: store_hours,
      least: notifications,
      asOf,
      application,
    }),
  ];
}

interface Expected {
  readonly key: string;
  readonly name: string;
  readonly hours: number;
  readonly least: number;
  readonly asOf: number;
  readonly application: string;
}

function silence({ last, perDay }: ArrivalFigures, expected: Expected): EvaluatedAlertUnit[] {
  const { key, name, hours, least, asOf, application } = expected;
  if (last === null || perDay < least) return [];
  const silentHours = Math.floor((asOf - last) / hourMs);
  const text = `${name} of ${application}: nothing has come for ${silentHours} hours, usually ${Math.round(perDay)} a day`;
  const figures = { value: silentHours, limit: hours, unit: 'hours' } as const;
  return [{ ...described(key, name, silentHours >= hours, text), ...figures }];
}

/** Whether pulls are late: of figures, of the day before, of search terms and impression shares. */
export function missingPulls(
  { orgId, name, zone, today, adsDay, pulled }: OrganizationFigures,
  { pull_hours, complete_by, extra_days }: BuiltInSettings['no_data'],
  asOf: number,
): EvaluatedAlertUnit[] {
  const whole = organizationKey(orgId);
  const units: EvaluatedAlertUnit[] = [];
  if (pulled.ads !== null) {
    const hours = Math.floor((asOf - pulled.ads) / hourMs);
    const text = `No new data in ${name}: the last pull from Apple Ads was ${hours} hours ago`;
    const figures = { value: hours, limit: pull_hours, unit: 'hours' } as const;
    units.push({ ...described(whole, name, asOf - pulled.ads > pull_hours * hourMs, text, orgId), ...figures });
    const hour = Number(localTimeInZone(asOf, zone).slice(11, 13));
    const yesterday = addDays(today, -1);
    const isLate = hour >= complete_by && (adsDay === null || adsDay < yesterday);
    const incomplete = `No new data in ${name}: yesterday is not complete at ${String(complete_by).padStart(2, '0')}:00`;
    // In the morning it is another day that is not complete yet.
    units.push(described(`${whole}:yesterday`, name, hour < complete_by ? null : isLate, incomplete, orgId));
  }
  const extras = [
    { key: `${whole}:search_terms`, at: pulled.search_terms, words: 'search terms' },
    { key: `${whole}:impression_share`, at: pulled.impression_share, words: 'impression shares' },
  ];
  for (const { key, at, words } of extras) {
    if (at === null) continue;
    const text = `No new data in ${name}: ${words} have not been pulled for ${extra_days} days`;
    units.push(described(key, name, asOf - at > extra_days * dayMs, text, orgId));
  }
  return units;
}

/** Rules that missed their last runs, whose run is held, that were paused after failures, and units that rules turn to and fro. */
export function troubledRules(
  { rules }: AlertFigures,
  { missed: least }: BuiltInSettings['rules'],
): EvaluatedAlertUnit[] {
  return rules.map(({ key, name, text, missed }) => {
    const figures = missed === null ? withoutFigures : ({ value: missed, limit: least, unit: 'count' } as const);
    return { ...described(key, name, missed === null || missed >= least, text), ...figures };
  });
}
