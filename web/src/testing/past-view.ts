import { addDays, type Day, dayInZone } from '@tapwise/contract/calendar';
import { type PastView, pastViewResponseSchema } from '@tapwise/contract/past-view';
import type { ScreenOptions } from './screens/open-screen.tsx';
import { failure, type StandInCall } from './stand-in-server.ts';

/** When the application of the tests was added. */
export const earliest = '2026-01-01T08:30:00.000Z';

/** Two days ago in UTC, and an instant of it. */
export const pastDay: Day = addDays(dayInZone(Date.now(), 'UTC'), -2);
export const pastInstant = `${pastDay}T09:00Z`;

/** The server's tables of past instants: in which state they are, and what was asked for. */
export interface PastTables {
  state: PastView['state'];
  progress: number;
  /** Instants that were to be prepared, in order. */
  readonly prepared: string[];
  readonly responses: NonNullable<ScreenOptions['responses']>;
}

/** @param begin tables that are `absent` are `preparing` once they are asked for */
export function pastTables(begin: PastView['state'] = 'ready'): PastTables {
  const view = (as_of: string | null) =>
    pastViewResponseSchema.parse({
      status: 'ok',
      earliest,
      view: as_of === null ? null : { as_of, state: tables.state, progress: tables.progress },
    });
  const tables: PastTables = {
    state: begin,
    progress: 0,
    prepared: [],
    responses: {
      'GET /api/asa/past_view': ({ url }: StandInCall) => view(url.searchParams.get('as_of')),
      'POST /api/asa/past_view': ({ body }: StandInCall) => {
        const { as_of } = body as { as_of: string };
        tables.prepared.push(as_of);
        if (tables.state !== 'ready') tables.state = 'preparing';
        return view(as_of);
      },
    },
  };
  return tables;
}

/** What a call about tables that are not there is answered. */
export const notReady = (): Response => failure(503, 'Not available now', 'unavailable');
