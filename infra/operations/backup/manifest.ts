import { createHmac } from 'node:crypto';
import type { Files } from '@tapwise/adapters';
import { z } from 'zod';

const position = z.string().regex(/^\d{1,20}$/);

const segmentSchema = z.strictObject({
  /** Name of its file. */
  file: z.string(),
  /** Of its last event. */
  position,
  /** The newest event in it that the log never drops: what it is recognized by. */
  newest: z.strictObject({ position, id: z.string() }).nullable(),
  events: z.number().int().positive(),
  bytes: z.number().int().positive(),
  sha256: z.string(),
});

/** A file of a backup with events that follow one another. */
export type Segment = z.infer<typeof segmentSchema>;

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Fingerprint of the master key that wraps the keys. */
  master_key: z.string(),
  segments: z.array(segmentSchema),
  /** The segments of which all keys are there too; none before the first whole backup. */
  restorable: z
    .strictObject({ segments: z.number().int().nonnegative(), position: position.nullable(), at: z.iso.datetime() })
    .nullable(),
});

/** What a backup consists of. */
export type Manifest = z.infer<typeof manifestSchema>;

const file = 'manifest.json';

/** @returns `undefined` where there is no backup. @throws ZodError or SyntaxError for a file that is none of ours. */
export async function readManifest(backup: Files): Promise<Manifest | undefined> {
  const stored = await backup.read(file);
  return stored && manifestSchema.parse(JSON.parse(stored.toString()));
}

export const writeManifest = (backup: Files, manifest: Manifest): Promise<void> =>
  backup.replace(file, Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));

/** Recognizes a master key and tells nothing about it. */
export const fingerprintOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('fingerprint of the master key').digest('hex').slice(0, 32);
