import { tokenStore } from '../../storage/token-store.ts';
import { failureOf, type HttpCall, readBody, send } from './http-client.ts';
import { endSession } from './request.ts';

/**
 * A file of the server, read as it comes.
 * @param onPart gets each part's bytes before the next is read
 * @throws ApiError for everything but a success.
 */
export async function download(
  call: Pick<HttpCall, 'path' | 'query' | 'signal'>,
  onPart: (part: Uint8Array) => void,
): Promise<Blob> {
  const token = tokenStore.get();
  const response = await send({ ...call, method: 'GET' }, token);
  if (response.status === 401) endSession(token);
  if (!response.ok || response.body === null) throw failureOf(response, await readBody(response), false);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    onPart(next.value);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}
