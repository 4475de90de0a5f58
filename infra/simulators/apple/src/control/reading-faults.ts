import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** What may be wrong with the answer to a call that reads. Each hits the next `times` calls that match, in the order of the list. */
export const readingFault = z.strictObject({
  /** Part of the path below `/api/v5`. */
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

interface Answer {
  data: unknown;
  pagination: { totalResults: number; startIndex: number; itemsPerPage: number } | null;
  error: unknown;
}

/** Spoils answers of the ads API that hold what was asked for, as the switches say. */
export function registerReadingFaults(server: FastifyInstance, faults: { readingFaults: ReadingFault[] }): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const path = request.url.split('?')[0]?.replace('/api/v5', '') ?? '';
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !isReading(request.method, path)) return payload;
    const fault = claimReadingFault(faults, path);
    if (fault === null) return payload;
    return JSON.stringify(spoil(JSON.parse(payload) as Answer, fault));
  });
}

/** Reports, and lists of objects; what a caller may see at all is left as it is. */
function isReading(method: string, path: string): boolean {
  if (path === '/acls' || path === '/me' || path.startsWith('/custom-reports')) return false;
  return method === 'GET' || path.endsWith('/find') || path.startsWith('/reports/');
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

function spoil(answer: Answer, { fault, currency }: ReadingFault): Answer {
  const { pagination } = answer;
  switch (fault) {
    case 'truncated_page':
      return cut(answer);
    case 'shrinking_total':
      if (pagination === null || pagination.startIndex === 0) return cut(answer);
      return { ...cut(answer), pagination: { ...pagination, totalResults: pagination.startIndex } };
    case 'error_in_success':
      return {
        ...answer,
        error: { errors: [{ messageCode: 'INTERNAL', message: 'Something went wrong.', field: '' }] },
      };
    case 'no_data':
      return { data: null, pagination: null, error: null };
    case 'unreadable_field':
      return withRows(answer, (rows) =>
        rows.map((row, index) => (index === 0 ? withAmounts(row, withoutNumber) : row)),
      );
    case 'other_currency':
      return withRows(answer, (rows) => rows.map((row) => withAmounts(row, (amount) => ({ ...amount, currency }))));
  }
}

const cut = (answer: Answer): Answer =>
  withRows(answer, (rows) =>
    (answer.pagination?.startIndex ?? 0) > 0 ? [] : rows.slice(0, Math.floor(rows.length / 2)),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a list, of a report, or the one object of an answer. */
function withRows(answer: Answer, change: (rows: readonly unknown[]) => readonly unknown[]): Answer {
  const { data } = answer;
  if (Array.isArray(data)) return { ...answer, data: change(data) };
  if (!isObject(data)) return answer;
  const report = data.reportingDataResponse;
  if (!isObject(report)) return { ...answer, data: change([data])[0] ?? null };
  const row = change(Array.isArray(report.row) ? report.row : []);
  return { ...answer, data: { ...data, reportingDataResponse: { ...report, row } } };
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
