import { z } from 'zod';
import type { Files } from '../../files/files.ts';
import type { KeyVault } from '../../secrets/key-vault.ts';
import type { EventLog } from '../event-log.ts';

/** Where the states of folds are kept, so that a start, also on another machine, reads only what was recorded since. */
export interface SnapshotStore {
  readonly files: Files;
  /** Encrypts the files: a state holds what the log holds, and some of it is confidential. */
  readonly vault: KeyVault;
}

export interface SnapshotOptions extends SnapshotStore {
  /** Name of the file; each part has its own, which its processes share. */
  readonly name: string;
  /** Of the fold, see `foldVersions`. A snapshot of another version is not used. */
  readonly version: number;
}

/** A state and where in the log it was taken. */
export interface Snapshot {
  readonly position: bigint;
  readonly state: unknown;
}

const subject = 'snapshots';
const formSchema = z.object({
  version: z.string(),
  position: z.string().regex(/^\d+$/),
  /** The event at the position: another one there means another log, or one that was restored to an earlier day. */
  event: z.object({ id: z.string(), recorded_at: z.string() }),
  state: z.unknown(),
});

/**
 * Reads a snapshot.
 * @returns `undefined` when there is none, or one of another version or of another log.
 * @throws Error when the file cannot be read, decrypted or understood.
 */
export async function readSnapshot(log: EventLog, options: SnapshotOptions): Promise<Snapshot | undefined> {
  const cipher = await options.files.read(fileOf(options));
  if (cipher === undefined) return undefined;
  const plain = await options.vault.decrypt(cipher.toString());
  if (plain === undefined) return undefined;
  const saved = formSchema.parse(JSON.parse(plain, reviveCollections));
  if (saved.version !== String(options.version)) return undefined;
  const position = BigInt(saved.position);
  const event = await log.eventAt(position);
  const isSame = event?.id === saved.event.id && event.recordedAt.toISOString() === saved.event.recorded_at;
  return isSame ? { position, state: saved.state } : undefined;
}

/**
 * Writes a snapshot; a reader sees the one before or this one, never a part. It is marked by the newest event up to its position that
 * the log keeps: between the two there is nothing to fold.
 * @returns false when nothing was written, because there is no event to recognise the log by.
 */
export async function writeSnapshot(log: EventLog, options: SnapshotOptions, snapshot: Snapshot): Promise<boolean> {
  // The state changes in place, so it is copied before anything is waited for.
  const state = serializeState(snapshot.state);
  const event = await log.newestEvent(snapshot.position);
  if (event === undefined) return false;
  const header = {
    version: String(options.version),
    position: event.position.toString(),
    event: { id: event.id, recorded_at: event.recordedAt.toISOString() },
  };
  const plain = `${JSON.stringify(header).slice(0, -1)},"state":${state}}`;
  const cipher = await options.vault.encrypt(subject, plain);
  await options.files.replace(fileOf(options), Buffer.from(cipher));
  return true;
}

/** A state as text, in the form in which snapshots hold it. */
export const serializeState = (state: unknown): string => JSON.stringify(state, replaceCollections);

/** Puts a saved state into one that others hold already. Both are an object whose members are replaced, a Map or a Set. */
export function restoreInto(state: unknown, saved: unknown): void {
  if (state instanceof Map && saved instanceof Map) {
    state.clear();
    for (const [key, value] of saved) state.set(key, value);
  } else if (state instanceof Set && saved instanceof Set) {
    state.clear();
    for (const value of saved) state.add(value);
  } else if (isObject(state) && isObject(saved)) {
    for (const [name, value] of Object.entries(saved)) {
      const current = state[name];
      if (current instanceof Map || current instanceof Set) restoreInto(current, value);
      else state[name] = value;
    }
  } else {
    throw new Error('The saved state has another form');
  }
}

const fileOf = ({ name }: SnapshotOptions): string => `snapshots/${name}.snapshot`;

function replaceCollections(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value] };
  if (value instanceof Set) return { $set: [...value] };
  return typeof value === 'bigint' ? { $bigint: value.toString() } : value;
}

function reviveCollections(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $map: entries, $set: members, $bigint: digits } = value;
  if (Array.isArray(entries)) return new Map(entries);
  if (Array.isArray(members)) return new Set(members);
  return typeof digits === 'string' ? BigInt(digits) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
