import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stand-in accepts and how it behaves. */
export interface BucketBehaviour {
  versioning?: 'Enabled' | 'Suspended' | 'not implemented';
  /** Answers 503 to so many of the next requests. */
  unavailable?: number;
  /** Answers 409 to so many of the next conditional writes. */
  conflicts?: number;
  /** Writes although an object is there and the request forbids it. */
  ignoresConditions?: boolean;
  /** The bucket has been removed. */
  missing?: boolean;
}

/** One bucket on loopback that checks signature version 4, hashes of bodies and conditions of writes as S3 does. */
export interface StandInS3 {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Names that one page of a list holds. */
  readonly pageSize: number;
  behave(behaviour: BucketBehaviour): void;
  stop(): Promise<void>;
}

export const bucketKeys = {
  bucket: 'tapwise-files',
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
} as const;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export async function startStandInS3(): Promise<StandInS3> {
  const objects = new Map<string, Buffer>();
  const pageSize = 3;
  let behaviour: BucketBehaviour = {};
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      try {
        answer(request, body, response);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        response.writeHead(error.status).end(`<Error><Code>${error.code}</Code></Error>`);
      }
    });
  });
  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    if ((behaviour.unavailable ?? 0) > 0) {
      behaviour = { ...behaviour, unavailable: (behaviour.unavailable ?? 0) - 1 };
      throw new Refusal(503, 'SlowDown');
    }
    checkSignature(request, body);
    const url = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket, ...path] = url.pathname.split('/');
    if (bucket !== bucketKeys.bucket || behaviour.missing) throw new Refusal(404, 'NoSuchBucket');
    const key = path.join('/');
    if (key === '') response.end(url.searchParams.has('versioning') ? versioning() : list(url.searchParams));
    else if (request.method === 'PUT') put(key, body, request, response);
    else if (request.method === 'DELETE') remove(key, response);
    else {
      const object = objects.get(key);
      if (object === undefined) throw new Refusal(404, 'NoSuchKey');
      response.end(object);
    }
  };
  const put = (key: string, body: Buffer, request: IncomingMessage, response: ServerResponse): void => {
    if (request.headers['if-none-match'] === '*' && !behaviour.ignoresConditions) {
      if ((behaviour.conflicts ?? 0) > 0) {
        behaviour = { ...behaviour, conflicts: (behaviour.conflicts ?? 0) - 1 };
        throw new Refusal(409, 'ConditionalRequestConflict');
      }
      if (objects.has(key)) throw new Refusal(412, 'PreconditionFailed');
    }
    objects.set(key, body);
    response.end();
  };
  const remove = (key: string, response: ServerResponse): void => {
    objects.delete(key);
    response.writeHead(204).end();
  };
  const versioning = (): string => {
    if (behaviour.versioning === 'not implemented') throw new Refusal(501, 'NotImplemented');
    const status = behaviour.versioning === undefined ? '' : `<Status>${behaviour.versioning}</Status>`;
    return `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${status}</VersioningConfiguration>`;
  };
  const list = (query: URLSearchParams): string => {
    if (query.get('list-type') !== '2') throw new Refusal(400, 'InvalidArgument');
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = keys.slice(0, pageSize);
    const more = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${contents}${more}</ListBucketResult>`;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    pageSize,
    behave: (next) => {
      behaviour = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Computes the signature from the request and the secret, as AWS documents version 4. */
function checkSignature(request: IncomingMessage, body: Buffer): void {
  const { headers } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, day = '', region = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  if (accessKeyId !== bucketKeys.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  const signed = names.split(';');
  const needed = [
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    ...('if-none-match' in headers ? ['if-none-match'] : []),
  ];
  if (!needed.every((name) => signed.includes(name))) throw new Refusal(403, 'AccessDenied');
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const url = new URL(request.url ?? '/', 'http://bucket');
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(canonical).digest('hex')];
  let key: Buffer = Buffer.from(`AWS4${bucketKeys.secretAccessKey}`);
  for (const part of [day, region, 's3', 'aws4_request', text.join('\n')]) {
    key = createHmac('sha256', key).update(part).digest();
  }
  if (region !== bucketKeys.region || key.toString('hex') !== signature) {
    throw new Refusal(403, 'SignatureDoesNotMatch');
  }
}
