import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import { createLogger } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkOrganization } from '../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';

/** Tables that take every question and never answer. */
const silent = createServer();
const lines: { level: number; msg: string }[] = [];
let api: ApiService;
let url: string;
let question: string;
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const logger = createLogger(
    'test',
    'debug',
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  api = await startApi({ tablesUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, logger });
  url = await api.listen();
  const { token, accountId } = await api.signUp();
  const body = { name: 'App', url: 'https://apps.apple.com/app/id7' };
  const id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  const objects = { orgId: 4801, campaignId: 5801, adGroupId: 6801, keywordId: 7801 };
  await linkOrganization(api, { id, adamId: 7, accountId }, objects, { pulled: false });
  const day = api.deps.now().toISOString().slice(0, 10);
  question = `/api/asa/campaigns?application_id=${id}&asa_organization_id=4801&from=${day}&to=${day}&token=${token}`;
});
afterAll(async () => {
  silent.close();
  await api.stop();
});

describe('a question whose caller leaves', () => {
  it('is aborted and is no error', async () => {
    const answered = new Promise<void>((resolve) => {
      const see = () =>
        lines.some(({ msg }) => msg === 'The caller left before the answer') ? resolve() : setImmediate(see);
      see();
    });
    const connected = once(silent, 'connection');
    const call = get(url + question);
    call.on('error', () => undefined);
    await connected;
    call.destroy();
    await answered;
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
  });
});
