import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** No command holds a lock this long; one that seems to has ended, and another process has its number. */
const longestMs = 1_800_000;
const lookMs = 200;

/**
 * Waits until no other process holds the lock, and holds it. That of a process which has ended counts for nothing.
 * @param file what the lock is; its folder must be there.
 * @param onWait called once, when it is held by another process.
 * @returns what gives it back.
 */
export function holdLock(file, onWait) {
  const ownText = `${hostname()} ${process.pid}`;
  const draft = `${file}.${process.pid}`;
  let waited = false;
  while (!take(file, draft, ownText)) {
    const holder = read(file);
    if (holder === undefined) continue;
    if (isStale(holder)) {
      discard(file, holder, draft);
      continue;
    }
    if (!waited) onWait();
    waited = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  }
  return () => {
    if (read(file)?.text === ownText) rmSync(file, { force: true });
  };
}

/** A link to a whole file: nobody reads a lock that does not name its holder yet. */
function take(file, draft, text) {
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file) {
  try {
    return { text: readFileSync(file, 'utf8'), since: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Whether its process has ended. Those of another machine that shares the folder cannot be looked at. */
function isStale({ text, since }) {
  if (Date.now() - since > longestMs) return true;
  const [host, pid] = text.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Takes a stale lock away; when another process has replaced it meanwhile, that one is put back. */
function discard(file, stale, draft) {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale.text) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}
