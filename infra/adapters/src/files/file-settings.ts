import { z } from 'zod';
import { openFileFolder } from './file-folder.ts';
import type { Files } from './files.ts';
import { type Bucket, openS3Files } from './s3-files.ts';

const text = z.string().min(1).optional();
const endpoint = z
  .url({ protocol: /^https?$/ })
  .transform((address) => address.replace(/\/+$/, ''))
  .refine((address) => address.startsWith('https:') || isLoopback(address), 'http: on loopback only')
  .optional();

/** Where files are that all processes share, and by the names of AWS's own tools, how a bucket is reached. */
export const fileVariables = {
  FILES_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](?:\/[\w-]+)*\/?$/, 's3://bucket or s3://bucket/prefix')
    .optional()
    .describe(
      '`s3://bucket/prefix`, where all processes find keys, the master key (unless `MASTER_KEY_FILE` names a file), copies of personal data and snapshots of what is folded from the log; the folder `DATA_DIR` where it is unset.',
    ),
  AWS_ENDPOINT_URL: endpoint.describe('Address of another service than AWS; `http:` on loopback only.'),
  AWS_ENDPOINT_URL_S3: endpoint.describe('The same for its buckets alone.'),
  AWS_REGION: text.describe('Region of the bucket; needed with `FILES_URL`.'),
  AWS_DEFAULT_REGION: text.describe('The same, where `AWS_REGION` is unset.'),
  AWS_ACCESS_KEY_ID: text.describe('Needed with `FILES_URL`.'),
  AWS_SECRET_ACCESS_KEY: text.describe('Needed with `FILES_URL`.'),
  AWS_SESSION_TOKEN: text.describe('Of temporary credentials.'),
};
const variables = z.object(fileVariables);
type FileVariables = z.infer<typeof variables>;
export type FileSettings = FileVariables & { readonly DATA_DIR: string };

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** @returns one sentence when a bucket is named and what it needs is not. */
export function fileFaults(settings: FileVariables): string[] {
  if (settings.FILES_URL === undefined) return [];
  const needed = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  const missing: string[] = needed.filter((name) => settings[name] === undefined);
  if (regionOf(settings) === undefined) missing.push('AWS_REGION');
  return missing.length === 0 ? [] : [`FILES_URL: only with ${missing.join(', ')}`];
}

/**
 * Opens the files that all processes share: a bucket, or the folder `DATA_DIR`, which then is one volume of all machines.
 * @throws Error when a bucket is not fit for keys, OutsideCallError when it does not answer.
 */
export async function openFiles(settings: FileSettings): Promise<Files> {
  const bucket = readBucket(settings);
  return bucket === undefined ? openFileFolder(settings.DATA_DIR) : openS3Files(bucket);
}

const regionOf = ({ AWS_REGION, AWS_DEFAULT_REGION }: FileVariables): string | undefined =>
  AWS_REGION ?? AWS_DEFAULT_REGION;

function readBucket(settings: FileVariables): Bucket | undefined {
  const { FILES_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const region = regionOf(settings);
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined || region === undefined) {
    return undefined;
  }
  const { hostname, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  return {
    endpoint: settings.AWS_ENDPOINT_URL_S3 ?? settings.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: settings.AWS_SESSION_TOKEN,
  };
}
