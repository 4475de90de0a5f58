import { randomUUID } from 'node:crypto';
import { eventually, type Product } from '../../support/product/product.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A customer whose calls are sent again, under one key, until the product answers them. */
export interface PersistentCaller {
  /** @returns the answer of a call that was accepted, whatever its outcomes. @throws Error for one that was refused. */
  write(method: 'PUT' | 'POST', path: string, body: object): Promise<Body>;
  read(path: string, params: Readonly<Record<string, string | number>>): Promise<Body>;
}

const longestMs = 300_000;

export function persistentCaller({ url }: Pick<Product, 'url'>, token: string): PersistentCaller {
  const call = async (path: string, init: RequestInit): Promise<Body> => {
    const ask = async () => {
      const response = await fetch(`${url}/api/asa/${path}`, { ...init, signal: AbortSignal.timeout(40_000) });
      return { status: response.status, body: (await response.json()) as Body };
    };
    // A key is held for a while by an attempt whose process died.
    const isAnswered = ({ status, body }: Awaited<ReturnType<typeof ask>>): boolean =>
      status < 500 && status !== 429 && body.code !== 'still_running';
    const { status, body } = await eventually(ask, isAnswered, { timeoutMs: longestMs, everyMs: 300 });
    if (status !== 200 && !('change_id' in body))
      throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const authorization = `Bearer ${token}`;
  return {
    write: (method, path, body) => {
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return call(path, { method, headers, body: JSON.stringify(body) });
    },
    read: (path, params) => {
      const query = new URLSearchParams(
        Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return call(`${path}?${query}`, { headers: { authorization } });
    },
  };
}
