import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import type { ActivityStore } from '../../market/activity/activity-store.ts';
import { peopleOf, sourcesOf } from '../../market/people/person.ts';
import { purchaseStoryOf } from '../../market/people/purchase-story.ts';
import { bookingsOf, linesOf } from '../../market/sales/bookings.ts';
import { downloadsOn } from '../../market/sales/downloads.ts';
import { STORE_ZONE } from '../../market/sales/store-catalogue.ts';
import type { App } from '../../market/world/apps.ts';
import type { World } from '../../market/world/world.ts';

/** Pacific days, both included. */
export interface SalesQuestion {
  readonly app: App;
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly asOf: number;
}

/** What was sold to one kind of device in one storefront; refunds are taken off. */
interface SoldRow {
  readonly country: string;
  readonly device: 'iphone' | 'ipad';
  /** Product id. */
  readonly product: string;
  readonly currency: string;
  /** Sales, free ones too, minus refunds. */
  units: number;
  refunds: number;
  /** What the owner gets, in `currency`. */
  proceeds: number;
}

interface DownloadRow {
  readonly country: string;
  readonly device: 'iphone' | 'ipad';
  first: number;
  again: number;
}

/** Counts from the people themselves, whether or not they were posted. */
export async function salesTruth(
  { world, activity }: { world: World; activity: ActivityStore },
  question: SalesQuestion,
): Promise<{ sales: readonly SoldRow[]; downloads: readonly DownloadRow[] }> {
  const { app, from, to, asOf } = question;
  const sales = new Map<string, SoldRow>();
  const last = Math.min(to, dayAt(STORE_ZONE, asOf));
  for (let day = world.peopleFrom; day <= last + 1; day += 1) {
    for (const source of sourcesOf(world, app, day)) {
      for (const person of peopleOf(world, activity, source)) {
        const lines = linesOf(purchaseStoryOf(world, person) ?? { tagged: true, events: [] });
        for (const booking of lines.flatMap(bookingsOf)) {
          if (booking.day < from || booking.day > to || booking.at > asOf) continue;
          const { product, currency, storefront: country } = booking.transaction;
          const { device } = person;
          const key = `${country}/${device}/${product.productId}`;
          const blank = { country, device, product: product.productId, currency, units: 0, refunds: 0, proceeds: 0 };
          const row = sales.get(key) ?? blank;
          sales.set(key, row);
          row.units += booking.units;
          row.refunds += booking.kind === 'refund' ? 1 : 0;
          row.proceeds += booking.units * booking.proceeds;
        }
      }
      await nextTurn();
    }
  }
  return { sales: [...sales.values()], downloads: await downloadsIn({ world, activity }, question, last) };
}

/** Downloads of whole days; of the present day those that are still to come are among them. */
async function downloadsIn(
  { world, activity }: { world: World; activity: ActivityStore },
  { app, from }: SalesQuestion,
  last: DayNumber,
): Promise<readonly DownloadRow[]> {
  const rows = new Map<string, DownloadRow>();
  for (let day = Math.max(from, world.peopleFrom - 1); day <= last; day += 1) {
    for (const { country, device, again, units } of await downloadsOn(world, activity, app, day)) {
      const row = rows.get(`${country}/${device}`) ?? { country, device, first: 0, again: 0 };
      rows.set(`${country}/${device}`, row);
      row[again ? 'again' : 'first'] += units;
    }
  }
  return [...rows.values()];
}
