import type { AddressInfo } from 'node:net';
import { senderLimits } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { slownesses, slowSender } from '../../../tests/support/product/slow-sender.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';

let api: ApiService;
let ports: { calls: number; sql: number };
beforeAll(async () => {
  const sql = await freePort();
  const quick = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
  // Nothing is asked of the tables.
  const engine = { engineUrl: 'http://127.0.0.1:1/tapwise', tables: 'tapwise', seconds: 10 };
  api = await startApi({ settings: { sql: engine, sqlPort: sql, senderLimits: quick } });
  await api.listen();
  ports = { calls: (api.app.server.address() as AddressInfo).port, sql };
});
afterAll(() => api.stop());

describe('who sends slowly', () => {
  it.each(slownesses)('is cut off on every port: %s', async (slowness) => {
    const responses = await Promise.all([
      slowSender(ports.calls, slowness, '/api/session'),
      slowSender(ports.calls, slowness, '/clickhouse'),
      slowSender(ports.sql, slowness),
    ]);
    for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('has the time that all ports of the product give', async () => {
    const shipped = await startApi();
    const { headersTimeout, requestTimeout } = shipped.app.server;
    await shipped.stop();
    expect(senderLimits).toMatchObject({ headersTimeout, requestTimeout });
  });
});
