import { type Environment, type EventLog, openEventLog, within } from '@tapwise/adapters';
import { adsDaysStream, type DaysLoadedEvent, daysLoadedDecider, fold } from '@tapwise/domain';
import { engineAddresses } from '../addresses/engine-addresses.ts';
import { linkedOrganizations } from '../operator/ads/linked-organizations.ts';
import { readDirectory } from '../operator/read-directory.ts';
import type { Finding } from './finding.ts';

/** From here on version 5 of Apple Ads answers nothing any more. */
const endOfOlderInterface = Date.parse('2027-01-26T00:00:00.000Z');

/** A log that is away is waited for no longer, in milliseconds. */
const responseMs = 10_000;
const unknown = { loaded: 0, all: 0 };

/**
 * Whether figures by day from before those that pulls ask for are in the log: they can be had until version 5 of Apple Ads ends.
 * @param runs Whether the product runs, so that its log can be asked.
 */
export async function olderDaysFinding(environment: Environment, runs: boolean, now: number): Promise<Finding[]> {
  if (now >= endOfOlderInterface) return [];
  const counting = runs ? countLoaded(environment) : Promise.resolve(unknown);
  const { loaded, all } = await within(responseMs, counting, () => new Error('No answer in time')).catch(() => unknown);
  const of = all === 0 ? '' : `, in for ${loaded} of ${all} organizations`;
  return [
    {
      what: `figures of Apple Ads by day older than 90 days${of}`,
      ok: all > 0 && loaded === all,
      optional: true,
      fix: 'until 26 January 2027: APPLE_ADS_API=v5 npm run --silent operator -- load-days <org_id>, see docs/older-days.md',
    },
  ];
}

/** How many organizations have any older days, of how many. None where the log cannot be asked. */
async function countLoaded(environment: Environment): Promise<{ loaded: number; all: number }> {
  let log: EventLog | undefined;
  try {
    log = openEventLog(engineAddresses(environment).EVENTSTORE_URL);
    let loaded = 0;
    const linked = linkedOrganizations(await readDirectory(log));
    for (const { application, organization } of linked) {
      const recorded = await log.readStream(adsDaysStream(application.application_id, organization.org_id));
      const days = fold(
        daysLoadedDecider,
        recorded.map(({ event }) => event as DaysLoadedEvent),
      );
      if (days.length > 0) loaded += 1;
    }
    return { loaded, all: linked.length };
  } catch {
    return unknown;
  } finally {
    await log?.close();
  }
}
