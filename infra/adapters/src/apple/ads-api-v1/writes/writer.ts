import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { entryLimitsOf } from '../../ad-service/entry-limits.ts';
import { createWriteCaller } from '../../ad-service/writes/write-call.ts';
import type { SearchAdsWriter } from '../../ad-service/writes/writer.ts';
import type { AccountDirectory } from '../calls/accounts.ts';
import type { CreativeDetails } from '../creatives.ts';
import { createCreations } from './creations.ts';
import { mostRows } from './keyword-writes.ts';
import { createProductPageWrites } from './product-page-writes.ts';
import { createRemoteReadings } from './remote-readings.ts';
import { createSettingsWrites } from './settings-writes.ts';
import { writeFrame } from './write-frame.ts';

/**
 * Uses the connection, tokens and limits of a transport that also reads.
 * @param details What was read of creatives, by their ids.
 */
export function createAdsPlatformWriter(
  transport: SearchAdsTransport,
  accounts: AccountDirectory,
  details: CreativeDetails,
): SearchAdsWriter {
  const adAccountOf = (orgId: number): number | undefined => accounts.accessOf(orgId)?.adAccountId;
  const context = { transport, call: createWriteCaller(transport, writeFrame), adAccountOf };
  return {
    limits: {
      mostRows,
      mixesAdGroups: true,
      bidsFollowAgain: false,
      showsInheritedBids: true,
      listsEveryPage: true,
      ...entryLimitsOf('v1'),
    },
    ...createRemoteReadings(transport),
    ...createSettingsWrites(context),
    ...createCreations(context),
    ...createProductPageWrites(context, details),
  };
}
