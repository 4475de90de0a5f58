import { creativesStreamPrefix } from '@tapwise/domain';
import { syncKey } from '../sync-creatives/sync-creatives.contract.ts';
import type { KeptWork } from './keep-working.ts';

/** Readings of product pages; one at a time for an organization. */
export const creativesWork: KeptWork = {
  name: 'reading of product pages',
  streamPrefix: creativesStreamPrefix,
  begun: (event) => (event.type === 'CreativesSyncRequested' ? { id: syncKey(event.data), campaigns: [] } : undefined),
  ended: (event) =>
    event.type === 'CreativesSynced' || event.type === 'CreativesSyncFailed' ? syncKey(event.data) : undefined,
  // Callers wait a moment for the end and then show what is known.
  markClaimed: () => Promise.resolve(),
};
