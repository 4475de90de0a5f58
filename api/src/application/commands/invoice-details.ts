import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '@tapwise/adapters';
import type { Application } from '@tapwise/contract';
import type { OpenApplication } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { changeApplication } from './application-command.ts';

type InvoiceDetails = NonNullable<Application['locInvoiceDetails']>;

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

/** Who was invoiced last; `null` before the first time, and when the key was destroyed. */
export async function lastInvoice(
  { vault }: Pick<ApiDependencies, 'vault'>,
  { invoice_details }: Pick<OpenApplication, 'invoice_details'>,
): Promise<InvoiceDetails | null> {
  const text = invoice_details === null ? undefined : await vault.decrypt(invoice_details);
  return text === undefined ? null : (JSON.parse(text) as InvoiceDetails);
}
