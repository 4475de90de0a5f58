import type { Application } from '@tapwise/contract';

/** What the forms that create hold. Each form shows some of it; amounts and lists are as they were typed. */
export interface FormValues {
  campaign: number | null;
  name: string;
  countries: readonly string[];
  daily: string;
  lifetime: string;
  cpt: string;
  cpa: string;
  devices: 'all' | 'iphone' | 'ipad';
  audience: 'all' | 'new' | 'returning';
  keywords: string;
  negatives: string;
  searchMatch: boolean;
  automation: boolean;
  buyerName: string;
  buyerEmail: string;
  billingContactEmail: string;
  templateName: string;
  template: string;
}
export type FieldName = keyof FormValues;

export const emptyValues: FormValues = {
  campaign: null,
  name: '',
  countries: [],
  daily: '',
  lifetime: '',
  cpt: '',
  cpa: '',
  devices: 'all',
  audience: 'all',
  keywords: '',
  negatives: '',
  searchMatch: true,
  automation: true,
  buyerName: '',
  buyerEmail: '',
  billingContactEmail: '',
  templateName: '',
  template: '',
};

/** The form with who was invoiced last, while nothing of that is filled in. */
export function withInvoice(values: FormValues, last: Application['locInvoiceDetails']): FormValues {
  const untouched = [values.buyerName, values.buyerEmail, values.billingContactEmail].every((text) => text === '');
  return last === null || !untouched ? values : { ...values, ...last };
}

export const formKinds = ['skag', 'bulk', 'skag_keywords', 'discovery', 'discovery_keywords'] as const;
export type FormKind = (typeof formKinds)[number];

const newCampaign = ['name', 'countries', 'daily', 'lifetime', 'keywords', 'cpt', 'cpa'] as const;
const invoice = ['buyerName', 'buyerEmail', 'billingContactEmail'] as const;

/** The fields of each form, in the order in which the server checks them. */
export const fieldsOf: Readonly<Record<FormKind, readonly FieldName[]>> = {
  skag: [...newCampaign, 'devices', 'audience', ...invoice, 'negatives', 'automation'],
  bulk: [...invoice, 'templateName', 'template'],
  skag_keywords: ['campaign', 'keywords', 'cpt', 'cpa', 'devices', 'audience', 'negatives'],
  discovery: [...newCampaign, 'searchMatch', ...invoice, 'negatives', 'automation'],
  discovery_keywords: ['campaign', 'keywords', 'cpt', 'negatives'],
};
