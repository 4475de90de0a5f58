import type { RequestKind } from '../../start/request-kind.ts';
import { type RetryAttributionInput, retryAttributionProcess } from './retry-attribution.contract.ts';

/** Installs whose attribution is open. */
export const attributionRequests: RequestKind<RetryAttributionInput> = {
  contract: retryAttributionProcess,
  streamPrefix: 'install-',
  begun: (event) =>
    event.type === 'InstallReported' || event.type === 'InstallReopened'
      ? { input: { application_id: event.data.application_id, install_id: event.data.install_id } }
      : undefined,
  ended: (event) =>
    event.type === 'InstallAttributed' || event.type === 'InstallFoundOrganic' || event.type === 'TestInstallReported'
      ? retryAttributionProcess.id(event.data)
      : undefined,
  // The first call usually settles an install itself, a moment after it is recorded.
  graceSeconds: 1.5,
};
