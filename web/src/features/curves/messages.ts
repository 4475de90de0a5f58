/** Words of the two curve pages. */
export const curveMessages = {
  trial_conversion: {
    title: 'Trial conversion by hour',
    short: 'Trial conversion',
    about: (product: string) =>
      `The chance that a running trial of ${product} will be paid for, once it has lasted a given number of hours.`,
    chart: 'Chance to convert, %',
    axis: 'Hours since trial start',
    table: 'Chance of a fresh trial',
    none: 'No trials of this product yet',
    counted: 'Trials',
  },
  cltv: {
    title: 'Lifetime value by charge',
    short: 'Lifetime value',
    about: (product: string, months: number) =>
      `What one subscriber of ${product} brings within ${months} months, after VAT and store fee, once a given charge has happened.`,
    chart: (sign: string) => `LTV, ${sign} per subscriber`,
    axis: (period: string) => `Charge number${period === '' ? '' : ` (${period})`}`,
    table: 'LTV at the first charge',
    none: 'No charges of this product yet',
    counted: 'Payers',
  },
  noProducts: 'No in-app purchases yet',
  lowConfidence: 'Few subscriptions so far: the curve leans on what is usual and its band is wide.',
  hatched: 'Hatched: few subscriptions, so the value leans on the worldwide curve.',
  loading: 'Loading...',
  tableOpen: 'Show curve as table',
  tableClose: 'Show curve as chart',
  worldwide: 'Worldwide',
} as const;

export type CurveKind = 'trial_conversion' | 'cltv';
