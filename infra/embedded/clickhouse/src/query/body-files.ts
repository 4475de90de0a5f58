import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that hold request bodies while the engine reads them. Nobody but this process may see them. */
export class BodyFiles {
  readonly #directory: string;

  /** Empties the directory: what lies there was left by a process that was killed. */
  constructor(directory: string) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
  }

  /** Writes a small body on the calling thread, which is faster than three trips to the thread pool. */
  writeNow(bytes: Uint8Array): string {
    const path = this.#newPath();
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  }

  /** Writes a body as it arrives. Leaves nothing behind when the source fails. */
  async write(first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<string> {
    const path = this.#newPath();
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(first);
        for await (const chunk of rest) await file.writeFile(chunk);
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  remove(path: string): void {
    rmSync(path, { force: true });
  }

  /** No extension, since the engine would choose a decompressor by it; nothing it could take for a pattern. */
  #newPath(): string {
    return join(this.#directory, randomUUID());
  }
}
