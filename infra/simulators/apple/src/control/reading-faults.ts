import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** What may be wrong with the answer to a call that reads. Each hits the next `times` calls that match, in the order of the list. */
export const readingFault = z.strictObject({
  /** Part of the path below `/api/v5` or `/v1`. */
  path: z.string().optional(),
  /**
   * `truncated_page`: half of the rows of a first page, and none on a later one, though all are promised; `shrinking_total`: the same,
   * and a later page says that the first one was all; `error_in_success`: an error beside the data; `no_data`: neither;
   * `unreadable_field`: amounts of the first row are no numbers; `other_currency`: amounts are in another currency.
   */
  fault: z.enum([
    'truncated_page',
    'shrinking_total',
    'error_in_success',
    'no_data',
    'unreadable_field',
    'other_currency',
  ]),
  /** Of `other_currency`. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('GBP'),
  times: z.number().int().min(1).max(10_000).default(1),
});

export type ReadingFault = z.infer<typeof readingFault>;

type Answer = Readonly<Record<string, unknown>>;

/** How an API frames what it answers with. */
interface Frame {
  readonly base: string;
  /** Field of the objects or figures, and below it the path to the rows of a report. */
  readonly data: string;
  readonly rows: readonly string[];
  /** Fields of the pagination. */
  readonly offset: string;
  readonly total: string;
  readonly error: object;
  readonly nothing: object;
  /** Reports, and lists of objects; what a caller may see at all is left as it is. */
  isReading(method: string, path: string): boolean;
}

const OLDER: Frame = {
  base: '/api/v5',
  data: 'data',
  rows: ['reportingDataResponse', 'row'],
  offset: 'startIndex',
  total: 'totalResults',
  error: { errors: [{ messageCode: 'INTERNAL', message: 'Something went wrong.', field: '' }] },
  nothing: { data: null, pagination: null, error: null },
  isReading: (method, path) =>
    !/^\/(acls|me|custom-reports)/.test(path) &&
    (method === 'GET' || path.endsWith('/find') || path.startsWith('/reports/')),
};

const PLATFORM: Frame = {
  base: '/v1',
  data: 'result',
  rows: ['rows'],
  offset: 'offset',
  total: 'totalCount',
  error: { code: 'internal_server_error', message: 'Something went wrong.', details: [] },
  nothing: {},
  isReading: (method, path) =>
    !/^\/(acls|me|ad-accounts|orgs)/.test(path) && (method === 'GET' || path.endsWith('/query')),
};

/** Spoils answers of the ads APIs that hold what was asked for, as the switches say. */
export function registerReadingFaults(server: FastifyInstance, faults: { readingFaults: ReadingFault[] }): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const frame = request.url.startsWith(PLATFORM.base) ? PLATFORM : OLDER;
    const path = request.url.split('?')[0]?.replace(frame.base, '') ?? '';
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !frame.isReading(request.method, path))
      return payload;
    const fault = claimReadingFault(faults, path);
    if (fault === null) return payload;
    return JSON.stringify(spoil(frame, JSON.parse(payload) as Answer, fault));
  });
}

/** The fault that hits a call, if one does; it counts down. */
function claimReadingFault(faults: { readingFaults: ReadingFault[] }, path: string): ReadingFault | null {
  const hit = faults.readingFaults.find((fault) => path.includes(fault.path ?? ''));
  if (hit === undefined) return null;
  faults.readingFaults = faults.readingFaults.flatMap((fault) =>
    fault !== hit ? [fault] : fault.times === 1 ? [] : [{ ...fault, times: fault.times - 1 }],
  );
  return hit;
}

function spoil(frame: Frame, answer: Answer, { fault, currency }: ReadingFault): Answer {
  switch (fault) {
    case 'truncated_page':
      return cut(frame, answer);
    case 'shrinking_total': {
      const first = offsetOf(frame, answer);
      if (first === 0 || !isObject(answer.pagination)) return cut(frame, answer);
      return { ...cut(frame, answer), pagination: { ...answer.pagination, [frame.total]: first } };
    }
    case 'error_in_success':
      return { ...answer, error: frame.error };
    case 'no_data':
      return { ...frame.nothing };
    case 'unreadable_field':
      return withRows(frame, answer, (rows) =>
        rows.map((row, index) => (index === 0 ? withAmounts(row, withoutNumber) : row)),
      );
    case 'other_currency':
      return withRows(frame, answer, (rows) =>
        rows.map((row) => withAmounts(row, (amount) => ({ ...amount, currency }))),
      );
  }
}

const offsetOf = (frame: Frame, { pagination }: Answer): number =>
  isObject(pagination) ? Number(pagination[frame.offset]) : 0;

const cut = (frame: Frame, answer: Answer): Answer =>
  withRows(frame, answer, (rows) => (offsetOf(frame, answer) > 0 ? [] : rows.slice(0, Math.floor(rows.length / 2))));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a list, of a report, or the one object of an answer. */
function withRows(frame: Frame, answer: Answer, change: (rows: readonly unknown[]) => readonly unknown[]): Answer {
  const data = answer[frame.data];
  if (Array.isArray(data)) return { ...answer, [frame.data]: change(data) };
  if (!isObject(data)) return answer;
  return { ...answer, [frame.data]: changedAt(data, frame.rows, change) ?? change([data])[0] ?? null };
}

/** An object with the list at a path changed; null when there is none. */
function changedAt(
  value: unknown,
  [name, ...further]: readonly string[],
  change: (rows: readonly unknown[]) => readonly unknown[],
): unknown {
  if (name === undefined) return Array.isArray(value) ? change(value) : null;
  if (!isObject(value)) return null;
  const changed = changedAt(value[name], further, change);
  return changed === null ? null : { ...value, [name]: changed };
}

interface Amount {
  readonly amount: string;
  readonly currency: string;
}
const withoutNumber = (amount: Amount): Amount => ({ ...amount, amount: 'null' });

/** Changes every amount in a value, wherever it is. */
function withAmounts(value: unknown, change: (amount: Amount) => Amount): unknown {
  if (Array.isArray(value)) return value.map((element) => withAmounts(element, change));
  if (!isObject(value)) return value;
  const { amount, currency } = value;
  if (typeof amount === 'string' && typeof currency === 'string') return change({ amount, currency });
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withAmounts(field, change)]));
}
