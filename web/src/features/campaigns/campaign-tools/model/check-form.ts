import { splitKeywords } from '@tapwise/contract';
import { amountText, decimalsText, readAmount } from '@tapwise/contract/money';
import { toolMessages as words } from '../messages.ts';
import { type FieldName, type FormKind, type FormValues, fieldsOf } from './form-values.ts';

export type FormErrors = Partial<Record<FieldName, string>>;

interface Context {
  kind: FormKind;
  values: FormValues;
  /** Of the ad organization: amounts are in it. */
  currency: string;
  /** The organization pays on account, so Apple wants to know whom to bill. */
  onAccount: boolean;
}

type Check = (context: Context) => string | undefined;
const { errors } = words;

const isEmpty = (text: string): boolean => text.trim() === '';

/** What is wrong with the form of an amount; `undefined` for one that can be read. */
function amountFault(text: string, currency: string, notPositive: string): string | undefined {
  if (readAmount(text, currency) !== null) return undefined;
  if (!/^\d{1,9}\.\d+$/.test(text.trim()) || Number(text) === 0) return notPositive;
  return decimalsText(currency);
}

const wholeAmount = (text: string, currency: string): number | null => readAmount(text, currency);

const required =
  (field: 'name' | 'buyerName' | 'buyerEmail' | 'billingContactEmail', text: string): Check =>
  ({ values }) =>
    isEmpty(values[field]) ? text : undefined;

const ofInvoice =
  (check: Check): Check =>
  (context) =>
    context.onAccount ? check(context) : undefined;

/** How many letters a campaign's name may have. */
const longestName = 200;

/** What each field must be. Campaigns that exist have budgets of their own, so a bid is compared on the server there. */
const checks: Partial<Record<FieldName, Check>> = {
  campaign: ({ values }) => (values.campaign === null ? errors.campaign : undefined),
  name: (context) =>
    required('name', errors.name)(context) ??
    ([...context.values.name.trim()].length > longestName ? errors.longName : undefined),
  countries: ({ values }) => (values.countries.length === 0 ? errors.countries : undefined),
  daily: ({ values, currency }) =>
    isEmpty(values.daily) ? errors.daily : amountFault(values.daily, currency, errors.dailyPositive),
  lifetime: ({ values, currency }) => {
    if (isEmpty(values.lifetime)) return undefined;
    const fault = amountFault(values.lifetime, currency, errors.lifetimePositive);
    if (fault !== undefined) return fault;
    const daily = wholeAmount(values.daily, currency);
    const lifetime = wholeAmount(values.lifetime, currency);
    return daily !== null && lifetime !== null && daily >= lifetime
      ? errors.lifetimeBelow(amountText(lifetime, currency))
      : undefined;
  },
  keywords: keywordsCheck,
  cpt: cptCheck,
  cpa: ({ values, currency }) =>
    isEmpty(values.cpa) ? undefined : amountFault(values.cpa, currency, errors.cpaPositive),
  buyerName: ofInvoice(required('buyerName', errors.buyerName)),
  buyerEmail: ofInvoice(required('buyerEmail', errors.buyerEmail)),
  billingContactEmail: ofInvoice(required('billingContactEmail', errors.billingContactEmail)),
  template: ({ values }) => (isEmpty(values.template) ? errors.template : undefined),
};

function keywordsCheck({ kind, values }: Context): string | undefined {
  const none = splitKeywords(values.keywords).length === 0;
  if (!none) return undefined;
  if (kind === 'skag') return errors.keywords;
  if (kind === 'discovery') return values.searchMatch ? undefined : errors.keywordsOrMatch;
  return splitKeywords(values.negatives).length === 0 ? errors.noneChosen : undefined;
}

/** Negatives alone need no bid; in Add keywords to Discovery it is only required. */
function cptCheck({ kind, values, currency }: Context): string | undefined {
  const adds = kind === 'skag_keywords' || kind === 'discovery_keywords';
  if (adds && splitKeywords(values.keywords).length === 0) return undefined;
  if (isEmpty(values.cpt)) return errors.cpt;
  const fault = amountFault(values.cpt, currency, errors.cptPositive);
  if (fault !== undefined || adds) return fault;
  const daily = wholeAmount(values.daily, currency);
  const cpt = wholeAmount(values.cpt, currency);
  return daily !== null && cpt !== null && cpt > daily ? errors.cptAbove(amountText(daily, currency)) : undefined;
}

/** Everything that is wrong with a form before it is sent, by field, in the specification's words. */
export function checkForm(context: Context): FormErrors {
  const formErrors: FormErrors = {};
  for (const field of fieldsOf[context.kind]) {
    const text = checks[field]?.(context);
    if (text !== undefined) formErrors[field] = text;
  }
  return formErrors;
}

/** The field a sentence of the server is about, so that it is shown beside it. */
export function fieldOfMessage(kind: FormKind, message: string): FieldName | undefined {
  const field = words.fieldsOfErrors.find(([begins]) => message.startsWith(begins))?.[1];
  return field !== undefined && fieldsOf[kind].includes(field) ? field : undefined;
}
