import type { partStatusSchema } from '@tapwise/contract';
import {
  type Directory,
  type FailureSource,
  failureSources,
  failureSummary,
  lastingFailures,
  type OpenFailure,
  productFailures,
} from '@tapwise/domain';
import type { z } from 'zod';

type PartStatus = z.infer<typeof partStatusSchema>;

/** Outside services that the product as a whole needs, and what fails when one does not work. */
const parts: Readonly<Record<string, readonly FailureSource[]>> = {
  ads: ['ads_access'],
  store: [],
  attribution: ['attribution'],
  exchange_rates: ['exchange_rates', 'held_rates'],
  app_lookup: ['app_lookup'],
  mail: ['mail'],
};

/**
 * Outside services, each as a part. The answer is public, so what it says names no team, application or id. @param now Milliseconds.
 */
export function outsideParts(directory: Directory, now: number): Record<string, PartStatus> {
  const failures = productFailures(directory, now);
  const entries = Object.entries(parts).map(([part, sources]): [string, PartStatus] => {
    const partFailures = failures.filter(({ source }) => sources.includes(source));
    const all =
      partFailures.length > 0 ? partFailures : failingForAll(directory, unitsOfServices[part] ?? noUnits, now);
    if (all.length === 0) return [part, { status: 'ok', detail: '' }];
    // What an operator leaves switched off does not fail.
    const fails = all.some(({ reason }) => reason !== 'not_configured');
    return [part, { status: fails ? 'degraded' : 'ok', detail: all.map(failureSummary).join('. ') }];
  });
  return Object.fromEntries(entries);
}

/** What is asked for by itself, and what of it fails. */
interface Unit {
  readonly application_id: number;
  readonly fails: (failure: OpenFailure) => boolean;
}

const noUnits = (): Unit[] => [];

/** Services that are asked for each unit by itself. */
const unitsOfServices: Readonly<Record<string, (directory: Directory) => Unit[]>> = {
  ads: ({ applications }) =>
    [...applications].flatMap(([application_id, { organizations }]) =>
      organizations.map(({ org_id }) => ({
        application_id,
        fails: (failure) => failure.org_id === org_id && failureSources[failure.source].integration === 'ads',
      })),
    ),
  store: ({ applications }) =>
    [...applications]
      .filter(([, application]) => application.store_connection !== null)
      .map(([application_id]) => ({ application_id, fails: ({ source }) => storeSources.has(source) })),
};

/** Days that come late and rows that are set aside are matters of one app. */
const storeSources: ReadonlySet<FailureSource> = new Set(['store_reports', 'store_files']);

/** When a service works for no unit, it is the service and not an account: the failure that began first. */
function failingForAll(directory: Directory, unitsOf: (directory: Directory) => Unit[], now: number): OpenFailure[] {
  const units = unitsOf(directory);
  const first = units.flatMap(({ application_id, fails }) => {
    const failures = directory.failures.get(application_id);
    const failure = failures === undefined ? undefined : lastingFailures(failures, now).find(fails);
    return failure === undefined ? [] : [failure];
  });
  if (first.length < units.length) return [];
  return first.sort((a, b) => a.began_at.localeCompare(b.began_at)).slice(0, 1);
}
