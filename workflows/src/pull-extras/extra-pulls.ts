import type { EventLog } from '@tapwise/adapters';
import { type AdsExtraPullState, adsExtraPullDecider, adsExtraPullStream, fold } from '@tapwise/domain';
import type { OrganizationRef } from '../pull-organization/known-organization.ts';

/** When months, search terms and impression shares of an organization were last pulled. */
export async function readExtraPulls(log: EventLog, ref: OrganizationRef): Promise<AdsExtraPullState> {
  const recorded = await log.readStream(adsExtraPullStream(ref.application_id, ref.org_id));
  return fold(
    adsExtraPullDecider,
    recorded.map(({ event }) => event as Parameters<typeof adsExtraPullDecider.evolve>[1]),
  );
}
