import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record of the attribution service about an install that an ad led to. */
export const attributedRecord = {
  attribution: true,
  orgId: 40,
  campaignId: 70,
  adGroupId: 71,
  keywordId: 72,
  conversionType: 'Download',
  claimType: 'Click',
  countryOrRegion: 'US',
};

/** A stand-in for the store's outside services that answers what a test sets. */
export interface StandInStore {
  readonly url: string;
  /** Answers of the attribution service by token: a record, or a status to fail with. */
  readonly tokens: Map<string, object | number>;
  /** Bundle ids by app id, for the look-up; none while `away`. */
  readonly bundles: Map<number, string>;
  /** How often a token was exchanged. */
  readonly exchanges: string[];
  away: boolean;
  stop(): Promise<void>;
}

/** Listens on loopback: `POST /api/v1/` exchanges tokens, `GET /lookup?id=` names bundles. */
export async function startStandInStore(): Promise<StandInStore> {
  const tokens = new Map<string, object | number>();
  const bundles = new Map<number, string>();
  const exchanges: string[] = [];
  const state = { away: false };
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const send = (status: number, payload: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(payload));
    if (state.away) return send(500, {});
    if (url.pathname === '/lookup') {
      const trackId = Number(url.searchParams.get('id'));
      const bundleId = bundles.get(trackId);
      const results = bundleId === undefined ? [] : [{ trackId, bundleId, trackName: bundleId }];
      return send(200, { resultCount: results.length, results });
    }
    exchanges.push(body);
    const result = tokens.get(body) ?? 400;
    return typeof result === 'number' ? send(result, {}) : send(200, result);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    bundles,
    exchanges,
    get away() {
      return state.away;
    },
    set away(value) {
      state.away = value;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
