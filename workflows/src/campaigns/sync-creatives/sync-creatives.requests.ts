import { creativesStreamPrefix } from '@tapwise/domain';
import type { RequestKind } from '../../start/request-kind.ts';
import { type SyncCreativesInput, syncCreativesProcess } from './sync-creatives.contract.ts';

/** Readings of product pages; one at a time for an organization. */
export const creativesRequests: RequestKind<SyncCreativesInput> = {
  contract: syncCreativesProcess,
  streamPrefix: creativesStreamPrefix,
  begun: (event) =>
    event.type === 'CreativesSyncRequested'
      ? { input: { application_id: event.data.application_id, org_id: event.data.org_id } }
      : undefined,
  ended: (event) =>
    event.type === 'CreativesSynced' || event.type === 'CreativesSyncFailed'
      ? syncCreativesProcess.id(event.data)
      : undefined,
};
