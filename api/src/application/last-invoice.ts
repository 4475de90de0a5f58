import type { Application } from '@tapwise/contract';
import type { OpenApplication } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Who is invoiced, as the page sends it. */
export type InvoiceDetails = NonNullable<Application['locInvoiceDetails']>;

/** Who was invoiced last; `null` before the first time, and when the key was destroyed. */
export async function lastInvoice(
  { vault }: Pick<ApiDependencies, 'vault'>,
  { invoice_details }: Pick<OpenApplication, 'invoice_details'>,
): Promise<InvoiceDetails | null> {
  const text = invoice_details === null ? undefined : await vault.decrypt(invoice_details);
  return text === undefined ? null : (JSON.parse(text) as InvoiceDetails);
}
