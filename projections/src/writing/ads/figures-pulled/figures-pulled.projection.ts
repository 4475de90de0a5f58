import type { RecordedEvent } from '@tapwise/adapters';
import { addDays, isDay, isoCurrency } from '@tapwise/domain';
import { slotMs } from '../../../tables/figures-slot.ts';
import { bookkeeping, type EventProjection, type Outcome, park, rowsOf, skip } from '../../runner/projection.ts';

/** Figures of campaigns while their day was running → how the day went. */
export const figuresPulledProjection: EventProjection = {
  name: 'figures-pulled',
  version: 1,
  eventTypes: ['AdsReportRowsRecorded'],
  rowsIn: (event) => (event.type === 'AdsReportRowsRecorded' ? event.data.rows.length : 0),
  project: (recorded) => pulledRows(recorded),
};

const halfDayMs = 43_200_000;

function pulledRows(recorded: RecordedEvent): Outcome {
  if (recorded.event.type !== 'AdsReportRowsRecorded') return skip('no figures');
  const { application_id, org_id, level, day, campaign_id, pulled_at, rows, currency } = recorded.event.data;
  if (level !== 'campaign') return skip('campaigns say enough');
  if (!isDay(day)) return park(`There is no day ${day}`);
  const pulledMs = Date.parse(pulled_at);
  // Farthest west a day ends twelve hours after it does in UTC; in which zone the organization is, the question knows.
  if (pulledMs >= Date.parse(`${addDays(day, 1)}T00:00:00.000Z`) + halfDayMs) return skip('the day was over');
  const slot = new Date(Math.floor(pulledMs / slotMs) * slotMs).toISOString();
  return rowsOf(
    rows.map(({ country, tap_installs, view_installs, spend_micros, currency: rowCurrency = currency }) => ({
      table: 'figures_pulled_v1',
      row: {
        application_id,
        org_id,
        day,
        campaign_id,
        country,
        slot,
        tap_installs,
        view_installs,
        spend_micros,
        currency: isoCurrency(rowCurrency),
        ...bookkeeping(recorded),
      },
    })),
  );
}
