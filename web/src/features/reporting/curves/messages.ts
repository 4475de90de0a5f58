import { formatCount } from '../../../shared/format/numbers.ts';

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
    seen: 'Trials seen',
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
    counted: 'Renewals due',
    seen: 'Renewals due',
  },
  noProducts: 'No subscriptions yet',
  noProductsText: 'The curve appears within the hour after the first one.',
  unknownProduct: 'This product was not found.',
  firstProduct: 'Show the first product',
  lasted: (count: number, hours: number) => {
    if (count === 0) return `no trial has lasted ${hours} h yet`;
    return `${formatCount(count)} ${count === 1 ? 'trial' : 'trials'} lasted ${hours} h`;
  },
  dueAgain: (due: number, again: number) =>
    due === 0 ? 'none yet: the curve is an estimate' : `${formatCount(again)} renewed`,
  observedTo: (charge: number, all: boolean) => {
    if (charge === 0) return 'no charge has 20 renewals due yet';
    return all ? 'the whole curve' : 'later ones have under 20 renewals due';
  },
  lowConfidence: 'Few subscriptions so far: the curve follows typical values and its band is wide.',
  hatched: 'Hatched: few subscriptions, so the value is close to the worldwide curve.',
  loading: 'Loading...',
  tableOpen: 'Show curve as table',
  tableClose: 'Show curve as chart',
  worldwide: 'Worldwide',
} as const;

export type CurveKind = 'trial_conversion' | 'cltv';
