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
    const own = failures.filter(({ source }) => sources.includes(source));
    const all = part === 'ads' && own.length === 0 ? adsFailingForAll(directory, now) : own;
    if (all.length === 0) return [part, { status: 'ok', detail: '' }];
    // What an operator leaves switched off does not fail.
    const fails = all.some(({ reason }) => reason !== 'not_configured');
    return [part, { status: fails ? 'degraded' : 'ok', detail: all.map(failureSummary).join('. ') }];
  });
  return Object.fromEntries(entries);
}

/** When no linked ad organization can be asked, it is the service and not an account: the failure that began first. */
function adsFailingForAll(directory: Directory, now: number): OpenFailure[] {
  const first: OpenFailure[] = [];
  let linked = 0;
  for (const [applicationId, { organizations }] of directory.applications) {
    const failures = directory.failures.get(applicationId);
    const shown = failures === undefined ? [] : lastingFailures(failures, now);
    for (const { org_id } of organizations) {
      linked += 1;
      const own = shown.find((each) => each.org_id === org_id && failureSources[each.source].integration === 'ads');
      if (own !== undefined) first.push(own);
    }
  }
  if (linked === 0 || first.length < linked) return [];
  return first.sort((a, b) => a.began_at.localeCompare(b.began_at)).slice(0, 1);
}
