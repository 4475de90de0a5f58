import { dayAt, formatDay } from '../../../base/calendar/calendar-days.ts';
import { hashOf } from '../../../base/random/prng.ts';
import {
  addFigures,
  type Figures,
  IMPRESSIONS,
  noFigures,
  SPEND,
  TAP_NEW_DOWNLOADS,
  TAPS,
} from '../../../market/activity/metrics.ts';
import type { FiguresRequest, ReportLevel } from '../../advertising/figures/figures-request.ts';
import { bucketsOf } from '../../advertising/figures/time-buckets.ts';
import type { PlatformRow } from '../reports/report-rows.ts';
import type { AdAccount } from './ad-accounts.ts';

const CAMPAIGN_ID = 709000001;

/** Reports of an account that Apple runs itself: one campaign in the United States. It is in no figure of the market. */
export function automatedRows(
  account: AdAccount,
  level: ReportLevel,
  request: FiguresRequest,
  asOf: number,
): readonly PlatformRow[] {
  if (level !== 'campaign') return [];
  const buckets = bucketsOf(request, account.timeZone);
  const figures: (Figures | undefined)[] = [];
  const total = noFigures();
  const last = Math.min(request.endDay, dayAt(account.timeZone, asOf));
  for (let day = request.startDay; day <= last; day += 1) {
    const slot = figures[buckets.indexOf(day, 0)] ?? noFigures();
    figures[buckets.indexOf(day, 0)] = slot;
    addFigures(slot, figuresOf(day));
    addFigures(total, figuresOf(day));
  }
  const metadata = {
    id: CAMPAIGN_ID,
    adAccountId: account.id,
    name: 'Apple Ads Basic',
    status: 'ENABLED',
    deleted: false,
    promotedObjectType: 'APPSTORE_APP',
    promotedObjectId: '1500000001',
    ...(request.byCountry ? { countryOrRegion: 'US' } : {}),
  };
  return [
    { metadata, total, parts: [{ country: null, buckets: figures }], suggestedBid: null, currency: account.currency },
  ];
}

function figuresOf(day: number): Figures {
  const figures = noFigures();
  const taps = 10 + (hashOf('automated account', formatDay(day)) % 20);
  figures[IMPRESSIONS] = taps * 12;
  figures[TAPS] = taps;
  figures[TAP_NEW_DOWNLOADS] = Math.floor(taps / 2);
  figures[SPEND] = taps * 8_000;
  return figures;
}
