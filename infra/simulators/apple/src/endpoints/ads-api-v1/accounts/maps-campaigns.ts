import { DAY_MS } from '../../../base/calendar/calendar-days.ts';
import { appleTime } from '../../advertising/money.ts';
import type { ObjectView } from '../objects/query-request.ts';
import type { AdAccount } from './ad-accounts.ts';

/** What an account of Maps advertises: a brand, no app. */
export function mapsCampaigns({ id, currency }: AdAccount, anchorDay: number): readonly ObjectView[] {
  const createdAt = appleTime((anchorDay - 60) * DAY_MS);
  return [
    {
      id: 708000001,
      adAccountId: id,
      name: 'Moonvale Studio nearby',
      billingEvent: 'TAPS',
      paymentModel: 'PAYG',
      promotedObjectType: 'BUSINESS_BRAND',
      promotedObjectId: '987654321',
      status: 'ENABLED',
      systemStatus: 'RUNNING',
      systemStatusReasons: [],
      systemStatusLimitingReasons: [],
      displayStatus: 'RUNNING',
      dailyBudget: { value: { amount: '30.00', currency } },
      targeting: { supplySource: { include: ['MAPS'] }, supplyPlacement: { include: ['MAPS_SEARCH_RESULTS'] } },
      bidStrategy: { bidStrategyType: 'MAX_ENGAGEMENTS', bidStrategyGoal: 'TAP' },
      creationTime: createdAt,
      modificationTime: createdAt,
      deleted: false,
    },
  ];
}
