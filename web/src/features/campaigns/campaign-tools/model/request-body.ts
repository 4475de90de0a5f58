import { splitKeywords } from '@tapwise/contract';
import type { FormKind, FormValues } from './form-values.ts';

interface Base {
  application_id: number;
  asa_organization_id: number;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const choice = <Value extends string>(value: Value): Value | null => (value === 'all' ? null : value);

/** What a form sends, but for its `request_id`. Lists are sent as typed: what the server refuses it names as it was sent. */
export function bodyOf(kind: FormKind, values: FormValues, base: Base, onAccount: boolean): Record<string, unknown> {
  const lists = {
    keywords: splitKeywords(values.keywords),
    negative_keywords: splitKeywords(values.negatives),
  };
  const { buyerName, buyerEmail, billingContactEmail } = values;
  const invoice = onAccount
    ? {
        locInvoiceDetails: {
          buyerName: buyerName.trim(),
          buyerEmail: buyerEmail.trim(),
          billingContactEmail: billingContactEmail.trim(),
        },
      }
    : {};
  const bids = { cpt: orNull(values.cpt), cpa: orNull(values.cpa) };
  const aimed = { devices: choice(values.devices), audience: choice(values.audience) };
  const campaign = {
    name: values.name.trim(),
    countries: values.countries,
    budget_amount: orNull(values.lifetime),
    daily_budget_amount: orNull(values.daily),
    automation_enabled: values.automation,
    ...invoice,
  };
  switch (kind) {
    case 'skag':
      return { ...base, ...campaign, ...bids, ...aimed, ...lists };
    case 'discovery':
      return { ...base, ...campaign, ...bids, ...lists, search_match: values.searchMatch };
    case 'skag_keywords':
      return { ...base, campaign_id: values.campaign, ...bids, ...aimed, ...lists };
    case 'discovery_keywords':
      return { ...base, campaign_id: values.campaign, cpt: bids.cpt, ...lists };
    case 'bulk':
      return { ...base, template: values.template, ...invoice };
  }
}
