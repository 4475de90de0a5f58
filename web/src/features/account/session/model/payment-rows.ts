/** What the picture beside the form shows. There is no session, so all of it is invented. */
export interface PaymentRow {
  keyword: string;
  campaign: string;
  /** What happened: an amount that was paid, or a word for what may lead to one. */
  what: string;
}

const rows: readonly PaymentRow[] = [
  { keyword: 'sleep sounds', campaign: 'US · Category', what: '+39.99' },
  { keyword: 'rain sounds', campaign: 'US · Category', what: 'trial' },
  { keyword: 'ocean sounds', campaign: 'AU + NZ', what: '+6.99' },
  { keyword: 'moonvale', campaign: 'US · Brand', what: '+39.99' },
  { keyword: 'einschlafen', campaign: 'DE · Kategorie', what: 'install' },
  { keyword: 'brown noise', campaign: 'GB · Category', what: '+6.99' },
  { keyword: 'white noise', campaign: 'US · Category', what: '+39.99' },
  { keyword: 'sleep tracker', campaign: 'CA · Category', what: 'install' },
  { keyword: 'regen geräusche', campaign: 'DE · Kategorie', what: 'trial' },
];

/** Ages of the rows by their place, newest first. */
const ages = ['just now', '4 s', '11 s', '16 s', '21 s', '29 s'] as const;

/** The rows after some steps; with each step another one is the newest. */
export function paymentRows(step: number): { row: PaymentRow; age: string }[] {
  const turned = (index: number) => (((index - step) % rows.length) + rows.length) % rows.length;
  return ages.flatMap((age, index) => {
    const row = rows[turned(index)];
    return row === undefined ? [] : [{ row, age }];
  });
}

export const paymentTotals = [
  { label: 'Income today', before: '$', figure: '1,164', after: '' },
  { label: 'Spend, to 14:40', before: '$', figure: '842', after: '' },
  { label: 'ROAS', before: '', figure: '124', after: '%' },
] as const;
