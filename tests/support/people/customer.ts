import {
  logPositionHeader,
  type ReportResponse,
  reportResponseSchema,
  type SessionResponse,
  sessionResponseSchema,
} from '@tapwise/contract';
import { eventually } from '../product/product.ts';

/** A customer who uses the product through its public endpoints alone. */
export interface Customer {
  readonly token: string;
  session(): Promise<SessionResponse>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** Any other question, as it was answered. */
  ask(path: string, params: Record<string, string | number>): Promise<Record<string, unknown>>;
  /** A report, and the log position its tables are complete up to. */
  report(call: string, params: Record<string, string | number>): Promise<ReportResponse & { position: bigint }>;
}

/** The first application and its first ad organization, as soon as one is linked. */
export async function firstOrganization(customer: Customer) {
  const application = await eventually(
    async () => (await customer.session()).applications[0],
    (application) => (application?.asaOrganizations.length ?? 0) > 0,
    { timeoutMs: 120_000 },
  );
  const organization = application?.asaOrganizations[0];
  if (application === undefined || organization === undefined) throw new Error('The demo has no organization');
  return { application, organization };
}

/** Signs in with the demo, or signs up when a name is given. */
export async function enter(
  url: string,
  signUp?: { name: string; email: string; password: string },
): Promise<Customer> {
  const call = async (
    path: string,
    init?: RequestInit,
  ): Promise<{ body: Record<string, unknown>; headers: Headers }> => {
    const response = await fetch(`${url}${path}`, init);
    const body = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${String(body.error_message)}`);
    return { body, headers: response.headers };
  };
  const send = (path: string, body: object, token?: string) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const entered = signUp ? await send('/api/account', signUp) : await send('/api/session', { demo: true });
  const { token } = sessionResponseSchema.parse(entered.body);
  const ask = (path: string, params: Record<string, string | number>) => {
    const query = new URLSearchParams({ token });
    for (const [key, value] of Object.entries(params)) query.set(key, String(value));
    return call(`${path}?${query}`);
  };
  return {
    token,
    session: async () => sessionResponseSchema.parse((await call(`/api/account?token=${token}`)).body),
    post: async (path, body) => (await send(path, body, token)).body,
    ask: async (path, params) => (await ask(path, params)).body,
    report: async (name, params) => {
      const { body, headers } = await ask(`/api/asa/${name}`, params);
      return { ...reportResponseSchema.parse(body), position: BigInt(headers.get(logPositionHeader) ?? 0) };
    },
  };
}
