import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { PACKED_INSERT } from './packed-inserts.ts';

let clickhouse: ClickHouseUnderTest;

beforeAll(async () => {
  clickhouse = await openClickHouse();
});

afterAll(() => clickhouse.close());

beforeEach(async () => {
  await clickhouse.sql('DROP TABLE IF EXISTS t');
  await clickhouse.sql('CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n');
});

const rows = (): Promise<string> => clickhouse.sql("SELECT count(), sum(n), countIf(s = 'a\\n\\nb') FROM t");

const TEXT = `INSERT INTO t FORMAT CSV\n${Array.from({ length: 40 }, (_, n) => `${n},"a\n\nb"\n`).join('')}`;

describe('a packed request', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['lz4', PACKED_INSERT.lz4],
    ['zstd', PACKED_INSERT.zstd],
    ['xz', PACKED_INSERT.xz],
  ])('is unpacked from %s, statement included, several frames in a row too', async (name, body) => {
    const response = await clickhouse.ask({ body, headers: { 'Content-Encoding': name } });
    expect(response).toMatchObject({ status: 200, text: '' });
    expect(await rows()).toBe('40\t780\t40\n');
  });

  it('is unpacked when the head is in the address', async () => {
    const data = TEXT.slice(TEXT.indexOf('\n') + 1);
    const params = { query: 'INSERT INTO t SETTINGS max_threads = 1 FORMAT CSV' };
    await clickhouse.ask({ body: gzipSync(data), params, headers: { 'Content-Encoding': 'gzip' } });
    const stored = Buffer.alloc(4);
    stored.writeUInt32LE((0x80000000 | Buffer.byteLength(data)) >>> 0);
    const frame = Buffer.concat([Buffer.from('04224d18607073', 'hex'), stored, Buffer.from(data), Buffer.alloc(4)]);
    await clickhouse.ask({ body: frame, params, headers: { 'Content-Encoding': 'lz4' } });
    expect(await rows()).toBe('80\t1560\t80\n');
  });

  it('may be a SELECT', async () => {
    const response = await clickhouse.ask({ body: gzipSync('SELECT 42'), headers: { 'Content-Encoding': 'gzip' } });
    expect(response.text).toBe('42\n');
  });

  it('is refused and changes nothing when damaged or packed in an unknown way', async () => {
    const damaged = gzipSync(TEXT).subarray(0, 60);
    const cut = await clickhouse.ask({ body: damaged, headers: { 'Content-Encoding': 'gzip' } });
    expect(cut.status).toBe(500);
    const lz4 = Buffer.from(PACKED_INSERT.lz4);
    lz4.fill(0xff, 30, 60);
    expect((await clickhouse.ask({ body: lz4, headers: { 'Content-Encoding': 'lz4' } })).status).not.toBe(200);
    const unknown = await clickhouse.ask({ body: TEXT, headers: { 'Content-Encoding': 'rot13' } });
    expect(unknown).toMatchObject({ status: 501, text: expect.stringContaining('Code: 48.') });
    expect(await rows()).toBe('0\t0\t0\n');
  });

  it('comes from the client, there and back', async () => {
    const client = clickhouse.client({ compression: { request: true, response: true } });
    const values = Array.from({ length: 50_000 }, (_, n) => ({ n, s: 'a\n\nb' }));
    await client.insert({ table: 't', values, format: 'JSONEachRow' });
    const read = await client.query({ query: 'SELECT * FROM t ORDER BY n', format: 'JSONEachRow' });
    expect(await read.json()).toEqual(values);
  });
});

describe('a packed answer', () => {
  const query = 'SELECT number, repeat(toString(number), 10) FROM numbers(150000)';

  it.each([
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
    ['br', brotliDecompressSync],
  ])('is whole in %s', async (name, unpack) => {
    const plain = await clickhouse.ask({ body: query });
    const params = { enable_http_compression: '1' };
    const packed = await clickhouse.ask({ body: query, params, headers: { 'Accept-Encoding': name } });
    expect(packed.headers['content-encoding']).toBe(name);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('is not sent unasked, nor when switched off, nor in a way refused', async () => {
    expect((await clickhouse.ask({ body: 'SELECT 1' })).headers['content-encoding']).toBeUndefined();
    const headers = { 'Accept-Encoding': 'gzip' };
    const off = await clickhouse.ask({ body: 'SELECT 1', headers, params: { enable_http_compression: '0' } });
    expect(off).toMatchObject({ text: '1\n' });
    const refused = { 'Accept-Encoding': 'gzip;q=0, identity' };
    expect((await clickhouse.ask({ body: 'SELECT 1', headers: refused })).text).toBe('1\n');
  });

  it('is an LZ4 frame for a caller that takes nothing else', async () => {
    const params = { enable_http_compression: '1' };
    const response = await clickhouse.ask({ body: query, params, headers: { 'Accept-Encoding': 'lz4' } });
    expect(response.headers['content-encoding']).toBe('lz4');
    expect(response.bytes.subarray(0, 4).toString('hex')).toBe('04224d18');
    expect(response.bytes.length).toBeLessThan((await clickhouse.ask({ body: query })).bytes.length / 2);
    const source = 'INSERT INTO t FORMAT TSV';
    await clickhouse.ask({ body: response.bytes, params: { query: source }, headers: { 'Content-Encoding': 'lz4' } });
    expect(await rows()).toBe('150000\t11249925000\t0\n');
  });
});

describe("ClickHouse's own blocks", () => {
  it('are read from a request: LZ4 with matches, plain and zstd, one after the other', async () => {
    const { lz4Block, plainBlock, zstdBlock } = PACKED_INSERT;
    const body = Buffer.concat([lz4Block, plainBlock]);
    expect(await clickhouse.ask({ body, params: { decompress: '1' } })).toMatchObject({ status: 200, text: '' });
    expect(await rows()).toBe('41\t820\t40\n');
    const params = { decompress: '1', query: 'INSERT INTO t FORMAT CSV' };
    expect(await clickhouse.ask({ body: zstdBlock, params })).toMatchObject({ status: 200 });
    expect(await rows()).toBe('42\t860\t40\n');
  });

  it('are refused with 40 when a bit is wrong, and nothing is written', async () => {
    const body = Buffer.from(PACKED_INSERT.lz4Block);
    body[60] = (body[60] ?? 0) ^ 1;
    const response = await clickhouse.ask({ body, params: { decompress: '1' } });
    expect(response).toMatchObject({ status: 500, text: expect.stringContaining('Code: 40.') });
    const cut = PACKED_INSERT.lz4Block.subarray(0, 100);
    expect((await clickhouse.ask({ body: cut, params: { decompress: '1' } })).status).not.toBe(200);
    expect(await rows()).toBe('0\t0\t0\n');
  });

  it('make up an answer that can be sent back as a request, over many blocks', async () => {
    const response = await clickhouse.ask({
      body: 'SELECT number, toString(number) FROM numbers(200000)',
      params: { compress: '1' },
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.bytes[16]).toBe(0x82);
    expect(response.bytes.length).toBeLessThan(2_000_000);
    const params = { decompress: '1', query: 'INSERT INTO t FORMAT TSV' };
    expect(await clickhouse.ask({ body: response.bytes, params })).toMatchObject({ status: 200 });
    expect(await rows()).toBe('200000\t19999900000\t0\n');
  });

  it('go inside the content encoding when both are asked for', async () => {
    const params = { compress: '1', enable_http_compression: '1' };
    const response = await clickhouse.ask({ body: 'SELECT 1', params, headers: { 'Accept-Encoding': 'gzip' } });
    expect(gunzipSync(response.bytes)[16]).toBe(0x82);
  });
});
