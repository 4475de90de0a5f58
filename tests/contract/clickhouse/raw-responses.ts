/** One answer as read off the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const LINE_END = '\r\n';

/** Octets a header line may hold: printable ASCII, tab, and whatever lies beyond ASCII. */
const HEADER_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\t\x20-\x7e\x80-\xff]*$/;

/**
 * Reads the answers to several requests sent over one connection that has ended.
 *
 * @param methods methods of the requests, in order; an answer to HEAD has no body
 * @returns the answers, or what is not HTTP about them
 */
export function readResponses(bytes: Buffer, methods: readonly string[]): RawResponse[] | string {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < bytes.length) {
    const headEnd = bytes.indexOf(LINE_END + LINE_END, at);
    if (headEnd < 0) return 'an answer ends within its head';
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, headEnd).split(LINE_END);
    const status = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]+$/.exec(statusLine)?.[1];
    if (status === undefined) return `no status line: ${JSON.stringify(statusLine.slice(0, 200))}`;
    const malformed = lines.find((line) => !HEADER_LINE.test(line));
    if (malformed !== undefined) return `no header: ${JSON.stringify(malformed.slice(0, 200))}`;
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    at = headEnd + 4;
    if (status === '100') continue;
    const hasBody = methods[responses.length] !== 'HEAD' && status !== '204';
    const read = hasBody ? readBody(bytes, at, headers) : { body: Buffer.alloc(0), next: at };
    if (read === undefined) return `the body of answer ${responses.length + 1} is not what its head says`;
    responses.push({ status: Number(status), headers, body: read.body });
    at = read.next;
  }
  return responses;
}

interface ReadBody {
  readonly body: Buffer;
  readonly next: number;
}

function readBody(bytes: Buffer, from: number, headers: ReadonlyMap<string, string>): ReadBody | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, from);
  const length = headers.get('content-length');
  const next = length === undefined ? bytes.length : from + Number(length);
  return next > bytes.length ? undefined : { body: bytes.subarray(from, next), next };
}

function readChunks(bytes: Buffer, from: number): ReadBody | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (!Number.isInteger(size) || start + size + 2 > bytes.length) return undefined;
    parts.push(bytes.subarray(start, start + size));
    at = start + size + 2;
    if (size === 0) return { body: Buffer.concat(parts), next: at };
  }
}
