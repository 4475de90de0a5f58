import { logPositionHeader } from '@tapwise/contract';

/** What a call is answered with: a body of the contract, a whole response, or a function of the call. */
export type StandInResponse = object | ((call: StandInCall) => object | Promise<object>);

export interface StandInCall {
  readonly url: URL;
  readonly method: string;
  readonly body: unknown;
}

/** The server's side of a component test: answers by method and path, and what was asked for. */
export interface StandInServer {
  /** Calls in the order they were made. */
  readonly calls: readonly StandInCall[];
  /** Answers a call from now on, `GET /api/account` for example. */
  setResponse(call: string, response: StandInResponse): void;
}

/** Replaces the page's way to the network. A call without an answer is answered 404, as the API does. */
export function standInServer(responses: Readonly<Record<string, StandInResponse>>): StandInServer {
  const table = new Map(Object.entries(responses));
  const calls: StandInCall[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.origin), init);
    const url = new URL(request.url);
    const text = await request.clone().text();
    const call = { url, method: request.method, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    calls.push(call);
    const response = table.get(`${call.method} ${url.pathname}`);
    if (response === undefined) return failure(404, 'This call does not exist.');
    const made = typeof response === 'function' ? await untilAborted(response(call), request.signal) : response;
    return made instanceof Response ? made : Response.json(made, { headers: { [logPositionHeader]: '1' } });
  };
  return { calls, setResponse: (call, response) => table.set(call, response) };
}

/** An answer that refuses, in the contract's form. */
export function failure(status: number, error_message: string, code = 'not_found'): Response {
  return Response.json({ status: 'error', error_message, code }, { status });
}

/** An answer that does not come. */
export const never = (): Promise<never> => new Promise<never>(() => undefined);

/** What a gateway answers when time runs out. */
export const timedOut = (): Response => new Response('', { status: 504 });

async function untilAborted(response: object | Promise<object>, signal: AbortSignal): Promise<object> {
  if (!(response instanceof Promise)) return response;
  return await Promise.race([
    response,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}
