import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '@tapwise/adapters';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { type InvoiceDetails, lastInvoice } from '../last-invoice.ts';
import { changeApplication } from './application-command.ts';

/** Keeps who is invoiced, so that the next form begins with it. */
export async function rememberInvoice(
  deps: ApiDependencies,
  context: CommandContext,
  application_id: number,
  details: InvoiceDetails,
): Promise<void> {
  await changeApplication(deps, context, application_id, async (state) => {
    if (state.status === 'absent' || isDeepStrictEqual(await lastInvoice(deps, state), details)) return [];
    const invoice_details = await deps.vault.encrypt(`application-${application_id}`, JSON.stringify(details));
    const used_at = deps.now().toISOString();
    return [{ type: 'InvoiceDetailsUsed', data: { application_id, invoice_details, used_at } }];
  });
}
