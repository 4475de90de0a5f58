import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';

/** What analysts do with clickhouse-js, each step printed as `ok` or `failed`. */
const {
  SQL_URL = '',
  SQL_PATH = '',
  SQL_USER = '',
  SQL_PASSWORD = '',
  SQL_DATABASE = '',
  SQL_CAMPAIGN = '',
} = process.env;
let failed = 0;

async function step(name: string, holds: () => Promise<boolean>): Promise<void> {
  const why: unknown = await holds().then(
    (held) => (held ? undefined : 'another answer'),
    (error: unknown) => error,
  );
  if (why !== undefined) failed += 1;
  console.log(why === undefined ? `ok ${name}` : `failed ${name}: ${why}`);
}

const connect = (password = SQL_PASSWORD, compressed = false) =>
  createClient({
    url: SQL_URL,
    pathname: SQL_PATH,
    username: SQL_USER,
    password,
    database: SQL_DATABASE,
    log: { level: ClickHouseLogLevel.OFF },
    compression: { request: compressed, response: compressed },
  });

async function codeOf(task: Promise<unknown>): Promise<string> {
  try {
    await task;
    return '0';
  } catch (error) {
    return error instanceof ClickHouseError ? error.code : String(error);
  }
}

const client = connect();
await step('answers a ping', async () => (await client.ping()).success);
await step('answers a ping that asks', async () => (await client.ping({ select: true })).success);
await step('reads its rows', async () => {
  const rows = await (await client.query({ query: 'SELECT campaign_id FROM campaigns', format: 'JSONEachRow' })).json<{
    campaign_id: string;
  }>();
  return rows.map(({ campaign_id }) => String(campaign_id)).join() === SQL_CAMPAIGN;
});
await step('reads JSON as a whole', async () => {
  const { data, rows } = await (await client.query({ query: 'SELECT 1 AS a', format: 'JSON' })).json<{ a: number }>();
  return rows === 1 && data[0]?.a === 1;
});
await step('binds parameters', async () => {
  const query = 'SELECT {a:UInt64} AS a, {s:String} AS s, {l:Array(String)} AS l';
  const query_params = { a: '42', s: "it's a\ttab\n", l: ['a', "b'c"] };
  const rows = await (await client.query({ query, query_params, format: 'JSONCompactEachRow' })).json();
  return JSON.stringify(rows) === JSON.stringify([[42, query_params.s, query_params.l]]);
});
await step('is refused names as parameters by number 497', async () => {
  const query = 'SELECT count() AS n FROM {view:Identifier}';
  return (await codeOf(client.query({ query, query_params: { view: 'campaigns' } }))) === '497';
});
await step('sends parameters as a form', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => index);
  const query = 'SELECT count() AS n FROM numbers(20000) WHERE number IN {ids:Array(UInt64)}';
  const result = await client.query({ query, query_params: { ids }, use_multipart_params: true, format: 'CSV' });
  return (await result.text()) === '20000\n';
});
await step('streams packed rows', async () => {
  const packed = connect(SQL_PASSWORD, true);
  const result = await packed.query({ query: 'SELECT number FROM numbers(200000)', format: 'JSONEachRow' });
  let rows = 0;
  for await (const part of result.stream()) rows += part.length;
  await packed.close();
  return rows === 200_000;
});
await step('cancels a statement', async () => {
  const abort = new AbortController();
  const query =
    'SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE cityHash64(a.number, b.number) = 1';
  const running = client.query({ query, abort_signal: abort.signal });
  setTimeout(() => abort.abort(), 300);
  return /abort/i.test(await codeOf(running));
});
await step(
  'is refused what is no view by number 497',
  async () => (await codeOf(client.query({ query: 'SELECT * FROM tapwise.charge_v1' }))) === '497',
);
await step(
  'is refused to insert by number 164',
  async () =>
    (await codeOf(client.insert({ table: 'campaigns', values: [{ name: 'a' }], format: 'JSONEachRow' }))) === '164',
);
await step(
  'is refused to change by number 164',
  async () => (await codeOf(client.command({ query: 'DROP VIEW campaigns' }))) === '164',
);
await step('learns of a wrong password by number 516', async () => {
  const wrong = connect('wrong');
  const code = await codeOf(wrong.query({ query: 'SELECT 1' }));
  await wrong.close();
  return code === '516';
});
await step(
  'works on after errors',
  async () => (await (await client.query({ query: 'SELECT 1', format: 'CSV' })).text()) === '1\n',
);
await client.close();
process.exit(failed === 0 ? 0 : 1);
