import { isDay } from '@tapwise/domain';
import type { SearchAdsCall } from '../../ad-service/calls/transport.ts';
import { SearchAdsError } from '../../ad-service/errors.ts';
import type { ListReader } from '../../ad-service/lists/list-reader.ts';
import { joinReadings, mapReading, type Reading } from '../../ad-service/lists/reading.ts';
import {
  beyondFifth,
  type OrderedShares,
  type ShareFigures,
  type ShareReports,
} from '../../ad-service/reports/shares.ts';
import { reportWire, type ShareRowWire, shareRowWire } from './report-schemas.ts';

const path = '/insights/apps/impression-share/query';
const operation = `POST ${path}`;
const pageSize = 5000;
const nothing = { items: [], problems: [], unread: new Map(), named: new Map() };

/** Impression shares of version 1: they are exact, need no order, and their days are those of UTC. */
export function createShareReports(lists: ListReader): ShareReports {
  return {
    areExact: true,
    order: ({ name }) => Promise.resolve({ id: 1, name, state: 'ready' }),
    list: () => Promise.resolve([]),
    look: (_orgId, id) => Promise.resolve({ id, name: '', state: 'ready' }),
    fetch: async (report, signal) => {
      const first = await readTwice(() => readShares(lists, report, 'FIRST_SLOT', signal));
      const all = await readTwice(() => readShares(lists, report, 'ALL_SLOTS', signal));
      return { ...joinReadings([first, mapReading(all, () => [])]), items: withAllSlots(first.items, all.items) };
    },
  };
}

/** An app none of whose ads run is answered with 400, as is, now and then, one that has some. */
async function readTwice(read: () => Promise<Reading<ShareFigures>>): Promise<Reading<ShareFigures>> {
  try {
    return await read();
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  try {
    return await read();
  } catch (error) {
    if (isRefused(error)) return nothing;
    throw error;
  }
}

const isRefused = (error: unknown): boolean => error instanceof SearchAdsError && error.status === 400;

/** Shares of the first slot with those of all slots beside them; who won none in the first has a share of nothing there. */
function withAllSlots(first: readonly ShareFigures[], all: readonly ShareFigures[]): ShareFigures[] {
  const figures = new Map(first.map((figure) => [keyOf(figure), figure]));
  for (const { day, row } of all) {
    const { low_share, high_share } = row;
    const key = keyOf({ day, row });
    const ofFirst = figures.get(key)?.row ?? { ...row, low_share: 0, high_share: 0, rank: beyondFifth };
    figures.set(key, { day, row: { ...ofFirst, all_slots: { low_share, high_share } } });
  }
  return [...figures.values()];
}

const keyOf = ({ day, row }: ShareFigures): string => `${day} ${row.country} ${row.search_term}`;

function readShares(
  lists: ListReader,
  { orgId, adamId, from, to }: OrderedShares,
  impressionShareReportType: 'FIRST_SLOT' | 'ALL_SLOTS',
  signal: AbortSignal | undefined,
): Promise<Reading<ShareFigures>> {
  const callAt = (offset: number): SearchAdsCall => ({
    operation,
    method: 'POST',
    path,
    orgId,
    body: {
      filters: [{ field: 'promotedObjectId', operator: 'IN', value: [String(adamId)] }],
      timeRange: { start: from, end: to, timeZone: 'UTC', granularity: 'DAILY' },
      options: { impressionShareReportType },
      pagination: { offset, pageSize },
    },
    ...(signal ? { signal } : {}),
  });
  return lists.list(callAt, pageSize, {
    schema: shareRowWire,
    itemsOf: ({ data }) => reportWire.parse(data).rows ?? [],
    keyOf: () => null,
    namesRows: true,
    translate: (row) => (row.promotedObjectId === String(adamId) ? shareFrom(row) : []),
    dependsOn: String(adamId),
  });
}

function shareFrom(wire: ShareRowWire): ShareFigures {
  const day = wire.day.slice(0, 10);
  if (!isDay(day)) throw new Error(`There is no day ${day}`);
  const country = wire.countryOrRegion.toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new Error('A row names no country');
  const search_term = wire.searchTerm.toLowerCase();
  if (search_term === '' || search_term.length > 1000) throw new Error('A row names no search term');
  const { lowImpressionShare: low_share, highImpressionShare: high_share } = wire;
  if (low_share > high_share) throw new Error('The bounds of a share are reversed');
  const popularity = Number(wire.searchPopularity1to5);
  return {
    day,
    row: {
      country,
      search_term,
      low_share,
      high_share,
      rank: Math.min(wire.rank, beyondFifth),
      popularity: Number.isInteger(popularity) && popularity >= 1 && popularity <= 5 ? popularity : 0,
    },
  };
}
