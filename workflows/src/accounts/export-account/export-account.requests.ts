import type { RequestKind } from '../../start/request-kind.ts';
import { type ExportAccountInput, exportAccountProcess } from './export-account.contract.ts';

export const exportRequests: RequestKind<ExportAccountInput> = {
  contract: exportAccountProcess,
  streamPrefix: 'account-',
  begun: (event) =>
    event.type === 'AccountExportRequested'
      ? { input: { account_id: event.data.account_id, request_id: event.data.request_id } }
      : undefined,
  ended: (event) => (event.type === 'AccountExportRemoved' ? exportAccountProcess.id(event.data) : undefined),
};
