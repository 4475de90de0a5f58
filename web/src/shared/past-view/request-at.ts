import type { HttpCall, HttpResponse } from '../server/http/http-client.ts';
import { request } from '../server/http/request.ts';

/** Sends what asks about a past instant (`as_of`) once the tables of that instant are there, anything else at once. */
export async function whenPrepared<Result>(
  { query, signal }: Pick<HttpCall, 'query' | 'signal'>,
  send: () => Promise<Result>,
): Promise<Result> {
  if (query?.as_of === undefined) return await send();
  const { pastViews } = await import('./views/past-views.ts');
  return await pastViews.ask(
    { applicationId: Number(query.application_id), instant: String(query.as_of) },
    send,
    signal,
  );
}

/** The page's way to the server for questions that can be about a past instant. */
export const requestAt = <Body>(call: HttpCall): Promise<HttpResponse<Body>> =>
  whenPrepared(call, () => request<Body>(call));
