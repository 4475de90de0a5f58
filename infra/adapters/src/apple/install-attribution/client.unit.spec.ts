import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type AdServicesClient, createAdServicesClient } from './client.ts';

const record = {
  attribution: true,
  orgId: 40669820,
  campaignId: 700000001,
  adGroupId: 710000001,
  keywordId: 720000001,
  adId: 730000001,
  conversionType: 'Download',
  claimType: 'Impression',
  countryOrRegion: 'us',
  supplyPlacement: 'APPSTORE_SEARCH_RESULTS',
};

let server: Server | undefined;
let client: AdServicesClient | undefined;

afterEach(async () => {
  await client?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

async function serve(listener: RequestListener): Promise<AdServicesClient> {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  client = createAdServicesClient({ url: `http://127.0.0.1:${port}/api/v1/`, timeoutMs: 2000 });
  return client;
}

const answering = (status: number, body: unknown) =>
  serve((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });

describe('the attribution service', () => {
  it('is sent the bare token as text', async () => {
    const seen: unknown[] = [];
    const service = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        seen.push(request.method, request.headers['content-type'], body);
        response.end(JSON.stringify({ attribution: false }));
      });
    });
    expect(await service.exchange('dG9rZW4=')).toEqual({ kind: 'not_attributed' });
    expect(seen).toEqual(['POST', 'text/plain', 'dG9rZW4=']);
  });

  it('names the campaign of an attributed install', async () => {
    expect(await (await answering(200, record)).exchange('t')).toEqual({
      kind: 'attributed',
      record: {
        org_id: 40669820,
        campaign_id: 700000001,
        ad_group_id: 710000001,
        keyword_id: 720000001,
        ad_id: 730000001,
        country: 'US',
        claim_type: 'view',
        conversion_type: 'Download',
      },
    });
  });

  it('counts a record without claim type as a tap and without keyword as automatic', async () => {
    const { claimType: _, keywordId: __, adId: ___, ...old } = record;
    const response = await (await answering(200, old)).exchange('t');
    expect(response).toMatchObject({ record: { claim_type: 'click', keyword_id: null, ad_id: null } });
  });

  it.each([
    ['an organization', 'orgId', 'org_id'],
    ['an ad group', 'adGroupId', 'ad_group_id'],
    ['a keyword', 'keywordId', 'keyword_id'],
    ['an ad', 'adId', 'ad_id'],
    ['a country', 'countryOrRegion', 'country'],
    ['a kind of conversion', 'conversionType', 'conversion_type'],
  ])('is attributed as far as it goes without %s', async (_what, field, ours) => {
    const whole = await (await answering(200, record)).exchange('t');
    const unreadable = [undefined, null, '', {}, -1, 1.5, 'none', true];
    for (const value of field === 'conversionType' ? unreadable.slice(0, 2) : unreadable) {
      const partial = await (await answering(200, { ...record, [field]: value })).exchange('t');
      expect(partial).toEqual({ ...whole, record: { ...(whole as { record: object }).record, [ours]: null } });
    }
  });

  it('reads ids and the attribution itself as text too', async () => {
    const whole = await (await answering(200, record)).exchange('t');
    const asText = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)]));
    expect(await (await answering(200, asText)).exchange('t')).toEqual(whole);
    expect(await (await answering(200, { attribution: 'false', orgId: -1 })).exchange('t')).toEqual({
      kind: 'not_attributed',
    });
  });

  it('recognizes the test record', async () => {
    for (const id of [1234567890, '1234567890']) {
      const test = { attribution: true, campaignId: id };
      expect(await (await answering(200, test)).exchange('t')).toEqual({ kind: 'test_record' });
    }
  });

  it.each([
    [400, { kind: 'token_rejected' }],
    [404, { kind: 'no_record_yet' }],
    [500, { kind: 'unavailable', cause: { message: 'The attribution service answered 500', status: 500 } }],
    [429, { kind: 'unavailable', cause: { message: 'The attribution service answered 429', status: 429 } }],
  ])('reads status %i', async (status, expected) => {
    expect(await (await answering(status, '')).exchange('t')).toMatchObject(expected);
  });

  it.each([
    ['no JSON', '<html>'],
    ['a record without campaign', { attribution: true, orgId: 1 }],
    ['a record with a campaign that is none', { ...record, campaignId: 'US Brand' }],
    ['an answer without end', 'x'.repeat(200_000)],
  ])('is unavailable when it answers %s', async (_what, body) => {
    expect(await (await answering(200, body)).exchange('t')).toMatchObject({ kind: 'unavailable' });
  });

  it('is unavailable when it does not answer in time', async () => {
    const silent = await serve(() => undefined);
    expect(await silent.exchange('t', { timeoutMs: 50 })).toMatchObject({
      kind: 'unavailable',
      cause: { name: 'TimeoutError' },
    });
  });

  it('is unavailable when nothing listens', async () => {
    client = createAdServicesClient({ url: 'http://127.0.0.1:9/', timeoutMs: 1000 });
    expect(await client.exchange('t')).toMatchObject({ kind: 'unavailable' });
  });
});
