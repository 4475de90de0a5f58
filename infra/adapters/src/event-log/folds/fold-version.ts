import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A bundle's own digest, put in by the bundler: the sources beside it may be newer than the code that runs. */
declare const bundledDomainDigest: string | undefined;

let digest: string | undefined;

/**
 * The version of a fold: its own number and a digest of the whole domain's code, which it is made with. So a snapshot is used only
 * by the code that wrote it, and no change of a decider or a schema can be forgotten; each change costs one reading of the log.
 * @param version Raised when the fold changes outside the domain.
 */
export function foldVersion(version: number): string {
  digest ??= typeof bundledDomainDigest === 'string' ? bundledDomainDigest : domainDigest();
  return `${version}.${digest}`;
}

/** Digest of the domain's sources as they are now. */
export function domainDigest(): string {
  return digestOf(dirname(createRequire(import.meta.url).resolve('@tapwise/domain')));
}

function digestOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 32);
}
