import { request } from 'undici';
import { readBounded } from '../../../http/read-bounded.ts';
import { withSignal } from '../../../http/with-signal.ts';
import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import { errorFromFault, SearchAdsError } from '../../ad-service/errors.ts';
import type { UnreadableListener } from '../../ad-service/lists/item-reader.ts';
import { listOf } from '../../ad-service/lists/paging.ts';
import { partial } from '../../ad-service/lists/reading.ts';
import type { ShareReport, ShareReports } from '../../ad-service/reports/shares.ts';
import { NotATableError } from '../../delimited/read-delimited.ts';
import { openEnvelope } from '../envelope.ts';
import { type CustomReportWire, customReportWire } from '../schemas.ts';
import { readShareTable } from './share-table.ts';

/** A day of a large app has some ten thousand terms of 100 bytes. */
const largestFileBytes = 48 * 1024 * 1024;
const path = '/custom-reports';
const newestFirst = '?field=creationTime&sortOrder=DESCENDING&limit=50&offset=0';
/** A link lives for 90 seconds; one that has ended is replaced this often. */
const linksTried = 3;
/** What a storage host says of a link that has ended. */
const endedStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Impression shares of version 5: it makes a report on order, ten a day at most, and keeps it for two days. */
export function createShareReports(
  transport: SearchAdsTransport,
  options: { onUnreadable?: UnreadableListener | undefined; timeoutMs?: number | undefined },
): ShareReports {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const read = async (orgId: number, id: number, signal?: AbortSignal): Promise<CustomReportWire | undefined> => {
    try {
      const call = { operation: `GET ${path}`, method: 'GET' as const, path: `${path}/${id}`, orgId };
      return await transport.call({ ...call, ...(signal ? { signal } : {}) }, oneReport);
    } catch (error) {
      if (error instanceof SearchAdsError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    areExact: false,
    order: async ({ orgId, name, adamId, from, to }, signal) => {
      const conditions = [{ field: 'adamId', operator: 'IN', values: [String(adamId)] }];
      const body = { name, granularity: 'DAILY', startTime: from, endTime: to, selector: { conditions } };
      const call = { operation: `POST ${path}`, method: 'POST' as const, path, orgId, body, once: true as const };
      return reportOf(await transport.call({ ...call, ...(signal ? { signal } : {}) }, oneReport));
    },
    list: async (orgId, signal) => {
      const call = { operation: `GET ${path}`, method: 'GET' as const, path: `${path}${newestFirst}`, orgId };
      return (await transport.call({ ...call, ...(signal ? { signal } : {}) }, manyReports)).map(reportOf);
    },
    look: async (orgId, id, signal) => {
      const report = await read(orgId, id, signal);
      return report === undefined ? undefined : reportOf(report);
    },
    fetch: async ({ orgId, id, adamId }, signal) => {
      const file = await withFreshLink(() => read(orgId, id, signal), timeoutMs, signal);
      try {
        const { figures, unreadable, reason } = readShareTable(file, adamId);
        const operation = `GET ${path}/file`;
        if (unreadable > 0) options.onUnreadable?.({ operation, unreadable, reason });
        const problems = unreadable > 0 ? [partial('unreadable_row', operation, reason)] : [];
        return { items: figures, problems, unread: new Map() };
      } catch (error) {
        if (!(error instanceof NotATableError)) throw error;
        throw new SearchAdsError(`The impression shares are unreadable: ${error.message}`, {
          retry: false,
          reason: 'not_an_object',
          operation: `GET ${path}/file`,
        });
      }
    },
  };
}

function oneReport(body: Buffer): CustomReportWire {
  return customReportWire.parse(openEnvelope(path, body).data);
}

function manyReports(body: Buffer): CustomReportWire[] {
  return listOf(openEnvelope(path, body).data).flatMap((entry) => {
    const report = customReportWire.safeParse(entry);
    return report.success ? [report.data] : [];
  });
}

function reportOf({ id, name, state }: CustomReportWire): ShareReport {
  return { id, name, state: state === 'COMPLETED' ? 'ready' : state === 'FAILED' ? 'failed' : 'waiting' };
}

async function withFreshLink(
  read: () => Promise<CustomReportWire | undefined>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  for (let tried = 1; ; tried += 1) {
    const report = await read();
    if (report?.state !== 'COMPLETED' || !report.downloadUri) {
      throw new SearchAdsError('The impression shares are not ready', { retry: true });
    }
    const file = await download(report.downloadUri, timeoutMs, signal);
    if (file !== 'ended') return file;
    if (tried >= linksTried)
      throw new SearchAdsError('The link to the impression shares does not open', { retry: true });
  }
}

/** The link carries its own signature: with our token beside it, the storage host would refuse. */
async function download(link: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Buffer | 'ended'> {
  const operation = 'The file of impression shares';
  try {
    if (!/^https?:$/.test(new URL(link).protocol)) throw new Error('its link is not a web address');
    return await withSignal({ signals: [signal], withinMs: timeoutMs }, async (until) => {
      const response = await request(link, { signal: until });
      if (response.statusCode === 200) return readBounded(response.body, largestFileBytes);
      await response.body.dump();
      if (endedStatuses.has(response.statusCode)) return 'ended';
      const retry = response.statusCode >= 500 || response.statusCode === 429;
      throw new SearchAdsError(`${operation} answered ${response.statusCode}`, {
        retry,
        status: response.statusCode,
      });
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw errorFromFault(operation, error);
  }
}
