import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { KeyVault } from '../../secrets/key-vault.ts';
import type { EventLog } from '../event-log.ts';

/** Where the states of folds are kept between starts, so that a start reads only what was recorded since. */
export interface SnapshotFolder {
  readonly directory: string;
  /** Encrypts the files: a state holds what the log holds, and some of it is confidential. */
  readonly vault: KeyVault;
}

export interface SnapshotOptions extends SnapshotFolder {
  /** Name of the file; each process has its own. */
  readonly name: string;
  /** What the state was folded by, see `foldVersion`. A snapshot of another version is not used. */
  readonly version: string;
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
  const cipher = await readFile(fileOf(options), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (cipher === undefined) return undefined;
  const plain = await options.vault.decrypt(cipher);
  if (plain === undefined) return undefined;
  const saved = formSchema.parse(JSON.parse(plain, reviveCollections));
  if (saved.version !== options.version) return undefined;
  const position = BigInt(saved.position);
  const event = await log.eventAt(position);
  const isSame = event?.id === saved.event.id && event.recordedAt.toISOString() === saved.event.recorded_at;
  return isSame ? { position, state: saved.state } : undefined;
}

/**
 * Writes a snapshot; a reader sees the one before or this one, never a part.
 * @returns false when nothing was written, because there is no event at the position to recognise the log by.
 */
export async function writeSnapshot(log: EventLog, options: SnapshotOptions, snapshot: Snapshot): Promise<boolean> {
  // The state changes in place, so it is copied before anything is waited for.
  const state = JSON.stringify(snapshot.state, replaceCollections);
  const event = await log.eventAt(snapshot.position);
  if (event === undefined) return false;
  const header = {
    version: options.version,
    position: snapshot.position.toString(),
    event: { id: event.id, recorded_at: event.recordedAt.toISOString() },
  };
  const plain = `${JSON.stringify(header).slice(0, -1)},"state":${state}}`;
  await replaceFile(fileOf(options), await options.vault.encrypt(subject, plain));
  return true;
}

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

const fileOf = ({ directory, name }: SnapshotOptions): string => join(directory, `${name}.snapshot`);

/** Several processes may share a folder, hence a draft of its own for each writer. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

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
