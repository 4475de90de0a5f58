import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  ReportPreviewResponse,
  ReportSchedulesResponse,
  ReportSendsResponse,
} from '@tapwise/contract/report-schedules';
import { download } from '../../../../shared/server/http/download.ts';
import { request } from '../../../../shared/server/http/request.ts';
import type { EnteredReport, ReportSchedule, ReportSendRow } from './report-schedule-types.ts';

const path = '/api/asa/report_schedules';

/** How often a report that waits for its figures is asked for, in milliseconds. */
const waitingMs = 10_000;
const sendsPage = 50;

/** What all answers about the scheduled reports of an application are kept under. */
export const schedulesKey = (applicationId: number) => ['report-schedules', applicationId];

export const schedulesOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: [...schedulesKey(applicationId ?? 0), 'list'],
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<ReportSchedule[]> => {
      const query = { application_id: applicationId ?? 0 };
      return (await request<ReportSchedulesResponse>({ method: 'GET', path, query, signal })).body.schedules;
    },
    refetchInterval: ({ state }) => (state.data?.some(({ last }) => last?.state === 'waiting') ? waitingMs : false),
  });

/** The sends of a report, newest first, a page at a time. */
export const sendsOptions = (applicationId: number, id: number) =>
  infiniteQueryOptions({
    queryKey: [...schedulesKey(applicationId), 'sends', id],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<ReportSendRow[]> => {
      const query = { application_id: applicationId, id, ...(pageParam === null ? {} : { before: pageParam }) };
      const call = { method: 'GET', path: `${path}/sends`, query, signal } as const;
      return (await request<ReportSendsResponse>(call)).body.sends;
    },
    getNextPageParam: (last) => (last.length < sendsPage ? undefined : last.at(-1)?.send_id),
    refetchInterval: ({ state }) =>
      state.data?.pages.flat().some((send) => send.state === 'waiting') ? waitingMs : false,
  });

/** A report that is kept, or one that is not. */
export type PreviewSubject = { id: number } | Omit<EnteredReport, 'recipients'>;

/** The mail as it would be sent now. */
export const previewOptions = (applicationId: number, subject: PreviewSubject | null) =>
  queryOptions({
    queryKey: [...schedulesKey(applicationId), 'preview', subject],
    enabled: subject !== null,
    // Asked again each time it is opened; an answer holds for its moment.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }): Promise<ReportPreviewResponse> => {
      const body = { application_id: applicationId, ...subject };
      return (await request<ReportPreviewResponse>({ method: 'POST', path: `${path}/preview`, body, signal })).body;
    },
  });

interface Saved {
  id: number;
  next_at: string | null;
  warnings: string[];
}

export async function createSchedule(applicationId: number, report: EnteredReport): Promise<Saved> {
  const body = { application_id: applicationId, ...report };
  return (await request<Saved>({ method: 'POST', path, body })).body;
}

export type ScheduleUpdates = Partial<EnteredReport> & { status?: ReportSchedule['status'] };

export async function updateSchedule(applicationId: number, id: number, updates: ScheduleUpdates): Promise<Saved> {
  const body = { application_id: applicationId, id, updates };
  return (await request<Saved>({ method: 'PUT', path, body })).body;
}

export async function deleteSchedule(applicationId: number, id: number): Promise<void> {
  await request({ method: 'DELETE', path, body: { application_id: applicationId, id } });
}

export async function sendNow(applicationId: number, id: number, to: 'me' | 'all'): Promise<void> {
  await request({ method: 'POST', path: `${path}/send`, body: { application_id: applicationId, id, to } });
}

/** Makes a send again, from the position in the log that it was made at. */
export async function sendAgain(applicationId: number, sendId: string): Promise<void> {
  await request({ method: 'POST', path: `${path}/again`, body: { application_id: applicationId, send_id: sendId } });
}

/** Asks an address once more whether it wants the report. */
export async function askAgain(applicationId: number, id: number, email: string): Promise<void> {
  const body = { application_id: applicationId, id, email };
  await request({ method: 'POST', path: `${path}/recipients/resend`, body });
}

/** The file of a send. @throws ApiError 404 when it is not kept any more. */
export const downloadFile = (applicationId: number, sendId: string): Promise<Blob> =>
  download({ path: `${path}/file`, query: { application_id: applicationId, send_id: sendId } }, () => undefined);
