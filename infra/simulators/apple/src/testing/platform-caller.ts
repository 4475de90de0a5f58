import type { Simulator } from '../simulator.ts';
import { requestToken } from './ads-api-caller.ts';

/** An answer of the Platform API as a caller sees it; `body` is null where there is none, or no JSON. */
export interface PlatformResponse<Result = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly result?: Result;
    readonly pagination?: { readonly offset: number; readonly pageSize: number; readonly totalCount?: number | null };
    readonly error?: {
      readonly code: string;
      readonly message?: string;
      readonly details?: readonly {
        readonly code: string;
        readonly message: string;
        readonly info?: { field?: string };
      }[];
    };
  } | null;
}

export type PlatformCaller = <Result = unknown>(
  path: string,
  adAccountId?: number,
  body?: unknown,
  method?: string,
) => Promise<PlatformResponse<Result>>;

/** Calls the Platform API with a valid token: GET without a body and POST with one, unless the method is given. */
export async function createPlatformCaller(simulator: Simulator): Promise<PlatformCaller> {
  const { access_token: token } = (await (await requestToken(simulator)).json()) as { access_token: string };
  return platformCaller(simulator, token);
}

export const platformCaller =
  (simulator: Simulator, token: string): PlatformCaller =>
  async (path, adAccountId, body, method) => {
    const response = await fetch(`${simulator.url}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(adAccountId === undefined ? {} : { 'x-ap-context': `adAccountId=${adAccountId}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: bodyOf(text) };
  };

function bodyOf<Result>(text: string): PlatformResponse<Result>['body'] {
  try {
    return JSON.parse(text) as PlatformResponse<Result>['body'];
  } catch {
    return null;
  }
}
