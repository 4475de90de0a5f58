import type { SearchAdsTransport } from '../transport.ts';
import { type Creations, createCreations } from './creations.ts';
import { createProductPageWrites, type ProductPageWrites } from './product-page-writes.ts';
import { createFinder, createRemoteReadings, type RemoteReadings } from './remote-readings.ts';
import { createSettingsWrites, type SettingsWrites } from './settings-writes.ts';
import { createWriteCaller } from './write-call.ts';

/**
 * Changes the ad service. One call is one attempt, at most 30 s long, and never throws: its end is its answer. At most five calls
 * of an organization are under way at once, readings and pulls included; a person's go first.
 */
export interface SearchAdsWriter extends RemoteReadings, SettingsWrites, Creations, ProductPageWrites {}

/** Uses the connection, tokens and limits of a transport that also reads. */
export function createSearchAdsWriter(transport: SearchAdsTransport): SearchAdsWriter {
  const find = createFinder(transport);
  const call = createWriteCaller(transport);
  return {
    ...createRemoteReadings(find),
    ...createSettingsWrites(call),
    ...createCreations(call),
    ...createProductPageWrites(transport, find, call),
  };
}
