import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { entryLimitsOf } from '../../ad-service/entry-limits.ts';
import { createWriteCaller } from '../../ad-service/writes/write-call.ts';
import type { SearchAdsWriter } from '../../ad-service/writes/writer.ts';
import { createCreations } from './creations.ts';
import { createProductPageWrites } from './product-page-writes.ts';
import { createFinder, createRemoteReadings } from './remote-readings.ts';
import { createSettingsWrites, mostRows } from './settings-writes.ts';
import { writeFrame } from './write-frame.ts';

/** Uses the connection, tokens and limits of a transport that also reads. */
export function createSearchAdsWriter(transport: SearchAdsTransport): SearchAdsWriter {
  const find = createFinder(transport);
  const call = createWriteCaller(transport, writeFrame);
  return {
    limits: {
      mostRows,
      mixesAdGroups: false,
      bidsFollowAgain: true,
      showsInheritedBids: false,
      listsEveryPage: false,
      ...entryLimitsOf('v5'),
    },
    ...createRemoteReadings(find),
    ...createSettingsWrites(call),
    ...createCreations(call),
    ...createProductPageWrites(transport, find, call),
  };
}
