import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { logPositionHeader } from '@tapwise/contract';
import type { Moments } from '../moments.ts';
import type { Tally } from '../tally.ts';

export interface PageCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

export interface PageResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly position: bigint | undefined;
}

/** A page behind the balancer: it brings its session and the position up to which it wrote, as the dashboard does. */
export interface Page {
  readonly token: string | undefined;
  /** @returns `undefined` when no answer came, or one that says that the process cannot answer now. */
  call(call: PageCall): Promise<PageResponse | undefined>;
  /** Repeats a call, a write under one key, until it is answered. @throws Error when none comes. */
  persist(call: PageCall): Promise<PageResponse>;
  /** The same page with another session. */
  withToken(token: string | undefined): Page;
}

const longestCallMs = 20_000;
const longestTries = 300;
const betweenTriesMs = 200;

/** What pages of a run have in common. */
export interface PageContext {
  readonly url: string;
  readonly tally: Tally;
  /** When calls were answered. */
  readonly pages: Moments;
}

/** @param written position of the newest write of the person who opens it. */
export function openPage(context: PageContext, token?: string, written = 0n): Page {
  const { url, tally, pages } = context;
  let position = written;
  const attempt = async (call: PageCall, key?: string): Promise<PageResponse | undefined> => {
    const { method, path, query = {}, body } = call;
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(position === 0n ? {} : { [logPositionHeader]: String(position) }),
    };
    const signal = AbortSignal.timeout(longestCallMs);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    tally.count('calls of pages');
    try {
      const response = await fetch(`${url}${path}?${parameters}`, init);
      const content = (await response.json()) as Record<string, unknown>;
      if (response.status >= 500 || response.status === 429 || content.code === 'still_running') {
        tally.count(`of them unanswered (${response.status})`);
        return undefined;
      }
      pages.note();
      const at = response.headers.get(logPositionHeader);
      const answered = { status: response.status, body: content, position: at === null ? undefined : BigInt(at) };
      if (method !== 'GET' && answered.position !== undefined && answered.position > position)
        position = answered.position;
      return answered;
    } catch {
      tally.count('of them cut off');
      return undefined;
    }
  };
  return {
    token,
    call: (call) => attempt(call),
    persist: async (call) => {
      const key = call.method === 'GET' || token === undefined ? undefined : randomUUID();
      for (let tries = 0; tries < longestTries; tries += 1) {
        const response = await attempt(call, key);
        if (response !== undefined) return response;
        await pause(betweenTriesMs);
      }
      throw new Error(`${call.method} ${call.path} was never answered`);
    },
    withToken: (other) => openPage(context, other, position),
  };
}
