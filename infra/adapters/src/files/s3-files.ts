import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { OutsideCallError } from '../http/outside-call-error.ts';
import { checkFileName, type Files, isFileName } from './files.ts';

/** A bucket of S3, or of a service that speaks its protocol. */
export interface Bucket {
  /** `https://s3.eu-central-1.amazonaws.com` */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before all names: empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Of the bucket itself, empty. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

type Send = (request: Request) => Promise<Response>;

/** Milliseconds of one attempt; attempts after the first, of calls that the service itself failed. */
const timeoutMs = 10_000;
const repeats = 3;
const probe = 'conditional-writes';

/**
 * Files as objects of a bucket. Asks first for what the others rely on: that a deleted object is gone, and that two writers of a new one are told apart.
 * @throws Error when the bucket keeps old versions, in which an erased key would survive, or overwrites what it was asked not to.
 * @throws OutsideCallError when it is not there, access is denied or it does not answer; the same from each method.
 */
export async function openS3Files(bucket: Bucket): Promise<Files> {
  const send = await createSender(bucket);
  await refuseVersions(send, bucket.bucket);
  const files: Files = {
    read: async (name) => {
      const response = await send({ method: 'GET', key: checkFileName(name) });
      if (response.status === 200) return Buffer.from(await response.arrayBuffer());
      const code = await errorCode(response);
      // A bucket that is missing is no missing file: what is encrypted would seem to be erased.
      if (response.status === 404 && code === 'NoSuchKey') return undefined;
      throw failure('read a file', response, code);
    },
    writeIfAbsent: async (name, content) => {
      for (;;) {
        const response = await send({
          method: 'PUT',
          key: checkFileName(name),
          headers: { 'if-none-match': '*' },
          body: content,
        });
        if (response.ok) return true;
        if (response.status === 412) return false;
        const code = await errorCode(response);
        // Another writer was under way, and how it ended is not certain.
        if (response.status !== 409 || code !== 'ConditionalRequestConflict')
          throw failure('write a file', response, code);
      }
    },
    replace: async (name, content) => {
      const response = await send({ method: 'PUT', key: checkFileName(name), body: content });
      if (!response.ok) throw failure('write a file', response, await errorCode(response));
    },
    delete: async (name) => {
      const response = await send({ method: 'DELETE', key: checkFileName(name) });
      if (!response.ok && response.status !== 404) throw failure('delete a file', response, await errorCode(response));
    },
    list: (prefix) => list(send, bucket.prefix, prefix),
  };
  await files.writeIfAbsent(probe, Buffer.from('1'));
  if (await files.writeIfAbsent(probe, Buffer.from('2'))) {
    throw new Error(`The bucket ${bucket.bucket} overwrites objects although If-None-Match forbids it`);
  }
  return files;
}

async function createSender(bucket: Bucket): Promise<Send> {
  // Loaded on use: every process imports this package, and few keep their files in a bucket.
  const { AwsClient } = await import('aws4fetch');
  const { accessKeyId, secretAccessKey, region, sessionToken } = bucket;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: repeats,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return async ({ method, key, query = {}, headers = {}, body }) => {
    const path = key === undefined ? '' : `/${bucket.prefix}${key}`;
    const search = new URLSearchParams(query).toString();
    const url = `${bucket.endpoint}/${bucket.bucket}${path}${search === '' ? '' : `?${search}`}`;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    try {
      return await client.fetch(url, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': hash },
        signal: AbortSignal.timeout(timeoutMs * (repeats + 1)),
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      });
    } catch (cause) {
      throw new OutsideCallError(`The bucket ${bucket.bucket} does not answer`, { cause });
    }
  };
}

const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
const versioningSchema = z.object({
  VersioningConfiguration: z.object({ Status: z.string().optional() }).or(z.literal('')),
});
const errorSchema = z.object({ Error: z.object({ Code: z.string() }) });
const listSchema = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string() })).default([]),
    NextContinuationToken: z.string().optional(),
  }),
});

async function refuseVersions(send: Send, bucket: string): Promise<void> {
  const response = await send({ method: 'GET', query: { versioning: '' } });
  // Services without versions do not implement the question.
  if (response.status === 501) return;
  if (response.status !== 200)
    throw failure('ask whether a bucket keeps versions', response, await errorCode(response));
  const { VersioningConfiguration: configuration } = versioningSchema.parse(xml.parse(await response.text()));
  if (configuration !== '' && configuration.Status !== undefined) {
    throw new Error(`The bucket ${bucket} keeps old versions, in which erased keys would survive`);
  }
}

async function list(send: Send, root: string, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix: `${root}${prefix}` };
    const response = await send({
      method: 'GET',
      query: token === undefined ? query : { ...query, 'continuation-token': token },
    });
    if (response.status !== 200) throw failure('list the files', response, await errorCode(response));
    const { ListBucketResult: page } = listSchema.parse(xml.parse(await response.text()));
    names.push(...page.Contents.map(({ Key: key }) => key.slice(root.length)));
    token = page.NextContinuationToken;
    if (token === undefined) return names.filter((name) => name !== probe && isFileName(name)).sort();
  }
}

/** The service's word for what went wrong, if it says one. */
async function errorCode(response: Response): Promise<string | undefined> {
  const text = await response.text();
  try {
    return errorSchema.parse(xml.parse(text)).Error.Code;
  } catch {
    return undefined;
  }
}

function failure(what: string, { status }: Response, code: string | undefined): OutsideCallError {
  return new OutsideCallError(`S3 refused to ${what}: ${status}${code === undefined ? '' : ` ${code}`}`, { status });
}
