import { gzipSync } from 'node:zlib';

/** What one connection sends. */
export interface RawConversation {
  /** Bytes to write, piece by piece. */
  readonly parts: readonly Buffer[];
  readonly requests: number;
  readonly methods: readonly string[];
  /** True when something in it is no HTTP, after which the node may close the connection. */
  readonly isMalformed: boolean;
  /** True when the caller hangs up without waiting for the answers. */
  readonly breaksOff: boolean;
}

/** Name of a header that requests try to smuggle into their answers. */
export const INJECTED = 'X-Injected';

const MOST_REQUESTS = 12;

/** Numbers from 0 to just under 1, the same for the same seed (mulberry32). */
type Random = () => number;

/** The conversation of that number: the same for the same seed, whatever came before it. */
export function randomConversation(seed: number, number: number): RawConversation {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const count = 1 + below(random, MOST_REQUESTS);
  const isMalformed = chance(random, 0.25);
  const requests = Array.from({ length: count }, (_, index) => randomRequest(random, index === count - 1));
  if (isMalformed) {
    const last = requests.length - 1;
    requests[last] = { method: 'GET', bytes: damaged(random, requests[last]?.bytes ?? Buffer.alloc(0)) };
  }
  const bytes = Buffer.concat(requests.map((request) => request.bytes));
  return {
    parts: inPieces(random, bytes),
    requests: count,
    methods: requests.map(({ method }) => method),
    isMalformed,
    breaksOff: isMalformed || chance(random, 0.05),
  };
}

interface RawRequest {
  readonly method: string;
  readonly bytes: Buffer;
}

function randomRequest(random: Random, isLast: boolean): RawRequest {
  const method = chance(random, 0.85) ? pick(random, ['GET', 'POST', 'POST']) : pick(random, RARE_METHODS);
  const hasBody = method === 'POST' || method === 'PUT';
  const body = hasBody ? randomBody(random) : { bytes: Buffer.alloc(0), headers: [] };
  const chunked = chance(random, 0.3);
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.bytes.length}`;
  const lines = [
    `${method} ${randomAddress(random)} HTTP/1.1`,
    'Host: node',
    ...(hasBody ? [length] : []),
    ...body.headers,
    ...randomHeaders(random),
    ...(isLast ? ['Connection: close'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return {
    method,
    bytes: Buffer.concat([head, chunked && hasBody ? asChunks(random, body.bytes) : body.bytes]),
  };
}

const RARE_METHODS = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'];

const RARE_PATHS = ['/query', '/ping', '/replicas_status', '/unknown', '//', '/%', '/%00', '/../x', '*'];

/** Names the node knows, and a few unknown ones. */
const PARAMETERS = (
  'query query_id database default_format session_id session_timeout session_check close_session compress decompress ' +
  'wait_end_of_query buffer_size client_protocol_version user password quota_key role stacktrace param_a param_ ' +
  'session_timezone max_threads max_execution_time enable_http_compression http_zlib_compression_level readonly ' +
  'add_http_cors_header log_comment extremes x_structure x_format no_such_setting a-b __proto__ constructor'
).split(' ');

const STATEMENTS = [
  'SELECT 1',
  'SELECT {a:UInt64}',
  'SELECT number FROM numbers(10)',
  'SELECT * FROM x',
  'SELECT throwIf(1)',
  'INSERT INTO missing VALUES (1)',
  'INSERT INTO missing FORMAT CSV\n1\n\n2',
  'SET max_threads = 1',
  "KILL QUERY WHERE query_id = 'a'",
  'SELECT displayName(), version(), revision(), timezone()',
  'SELECT 1; SELECT 2',
  "SELECT 1 INTO OUTFILE '/x'",
  'SELEC 1',
  '(',
  '/*',
  "'",
  '',
];

const VALUES = [
  '',
  '0',
  '1',
  '-1',
  '999999999999999999999',
  '1e400',
  'NaN',
  'default',
  'reporter',
  'secret',
  'system',
  'JSONEachRowWithProgress',
  'Native',
  'JSON',
  'TabSeparated',
  'UTC',
  `a\r\n${INJECTED}: 1`,
  `\n${INJECTED}: 1`,
  '\0',
  'имя-名-😀',
  'é',
  '\u0085\u2028',
  "'; DROP TABLE x; --",
  '`"\'\\',
  '%',
  '%zz',
  '{}',
];

function randomAddress(random: Random): string {
  const params = Array.from({ length: below(random, 5) }, () => {
    const name = chance(random, 0.3) ? 'query' : pick(random, PARAMETERS);
    const value = name === 'query' ? pick(random, STATEMENTS) : randomValue(random);
    return `${chance(random, 0.95) ? encodeURIComponent(name) : encodeURIComponent(randomValue(random))}=${escaped(random, value)}`;
  });
  const path = chance(random, 0.85) ? '/' : pick(random, RARE_PATHS);
  return `${path}${params.length > 0 || chance(random, 0.3) ? '?' : ''}${params.join('&')}`;
}

/** Escaped as it should be, or with escapes that are no UTF-8. */
function escaped(random: Random, value: string): string {
  if (chance(random, 0.03)) return '%ff%fe%80';
  if (chance(random, 0.03)) return '%u12%';
  return encodeURIComponent(value);
}

function randomValue(random: Random): string {
  if (chance(random, 0.02)) return pick(random, VALUES).padEnd(1 + below(random, 20_000), 'ü');
  if (chance(random, 0.2))
    return String.fromCodePoint(...Array.from({ length: 1 + below(random, 12) }, () => anyCharacter(random)));
  return pick(random, VALUES);
}

/** Any character but half of a surrogate pair. */
function anyCharacter(random: Random): number {
  const point = below(random, chance(random, 0.6) ? 0x100 : 0x11_0000);
  return point >= 0xd800 && point < 0xe000 ? 0x0a : point;
}

const HEADERS = (
  'X-ClickHouse-User X-ClickHouse-Key X-ClickHouse-Query-Id X-ClickHouse-Database X-ClickHouse-Format Authorization ' +
  'Accept-Encoding Origin Cookie Upgrade Range'
).split(' ');

const HEADER_VALUES = [
  'Basic ZGVmYXVsdDo=',
  'Basic !',
  'Bearer x',
  'gzip',
  'deflate',
  'br',
  'lz4',
  'gzip;q=0',
  'http://a',
  'h2c',
];

function randomHeaders(random: Random): string[] {
  return Array.from({ length: below(random, 3) }, () => {
    const value = chance(random, 0.6) ? pick(random, HEADER_VALUES) : randomValue(random);
    // A header holds no control characters; those that do are among the damaged requests.
    const bytes = Buffer.from(value, 'utf8').filter((byte) => byte >= 0x20 && byte !== 0x7f);
    return `${pick(random, HEADERS)}: ${Buffer.from(bytes).toString('latin1')}`;
  });
}

interface Body {
  readonly bytes: Buffer;
  readonly headers: readonly string[];
}

function randomBody(random: Random): Body {
  const statement = Buffer.from(chance(random, 0.7) ? pick(random, STATEMENTS) : randomValue(random));
  const kind = random();
  if (kind < 0.6) return { bytes: statement, headers: [] };
  if (kind < 0.7) return { bytes: noise(random, 400), headers: [] };
  if (kind < 0.85) {
    const encoding = pick(random, [
      'gzip',
      'gzip',
      'deflate',
      'br',
      'lz4',
      'zstd',
      'xz',
      'snappy',
      'bz2',
      'rot13',
      '\t',
    ]);
    const bytes = encoding === 'gzip' && chance(random, 0.7) ? gzipSync(statement) : noise(random, 200);
    return {
      bytes: chance(random, 0.3) ? bytes.subarray(0, below(random, bytes.length + 1)) : bytes,
      headers: [`Content-Encoding: ${encoding}`],
    };
  }
  return randomForm(random);
}

function randomForm(random: Random): Body {
  const boundary = pick(random, ['b', 'x y', '--', '"', '']);
  const lines = Array.from({ length: below(random, 4) }, () => {
    const file = chance(random, 0.4) ? '; filename="f"' : '';
    const name = chance(random, 0.3) ? 'x' : pick(random, PARAMETERS);
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${randomValue(random)}\r\n`;
  });
  const end = chance(random, 0.8) ? `--${boundary}--\r\n` : pick(random, ['', `--${boundary}`, '--']);
  const type = pick(random, [`boundary=${boundary}`, `boundary="${boundary}"`, 'boundary', 'boundary=']);
  return { bytes: Buffer.from(lines.join('') + end), headers: [`Content-Type: multipart/form-data; ${type}`] };
}

function asChunks(random: Random, bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const part = bytes.subarray(at, at + 1 + below(random, 64));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** The bytes of a request with something wrong in them. */
function damaged(random: Random, bytes: Buffer): Buffer {
  const kind = below(random, 5);
  if (kind === 0) return bytes.subarray(0, below(random, bytes.length + 1));
  if (kind === 1) return noise(random, 300);
  if (kind === 2) return Buffer.concat([Buffer.from('GET / HTTP/9.9\r\n'), bytes]);
  const spoiled = Buffer.from(bytes);
  for (let times = 1 + below(random, 8); times > 0; times -= 1) {
    spoiled[below(random, spoiled.length)] =
      kind === 3 ? below(random, 256) : pick(random, [0, 0x0a, 0x0d, 0x20, 0x3a]);
  }
  return spoiled;
}

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: below(random, most) }, () => below(random, 256)));
}

/** Sent at once, or cut where no reader expects it. */
function inPieces(random: Random, bytes: Buffer): Buffer[] {
  if (chance(random, 0.7)) return [bytes];
  const cut = below(random, bytes.length + 1);
  return [bytes.subarray(0, cut), bytes.subarray(cut)];
}

function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[below(random, values.length)];
  if (value === undefined) throw new RangeError('Nothing to pick from');
  return value;
}
