import type { RequestKind } from '../../start/request-kind.ts';
import { type EraseAccountInput, eraseAccountProcess } from './erase-account.contract.ts';

export const erasureRequests: RequestKind<EraseAccountInput> = {
  contract: eraseAccountProcess,
  streamPrefix: 'account-',
  begun: (event) =>
    event.type === 'AccountDeletionScheduled' ? { input: { account_id: event.data.account_id } } : undefined,
  ended: (event) =>
    event.type === 'AccountDeletionCancelled' || event.type === 'SubjectErased'
      ? eraseAccountProcess.id(event.data)
      : undefined,
};
