import { randomUUID } from 'node:crypto';
import { ftruncate, mkdirSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that holds one request body. */
export interface BodyFile {
  readonly path: string;
  /** Takes the content away. Must be called once the engine is done with the file, also after an error. */
  discard(): void;
}

interface ReusableFile {
  readonly path: string;
  readonly descriptor: number;
}

/** Files that hold request bodies while the engine reads them. Only this process may see them. */
export class BodyFiles {
  readonly #directory: string;
  readonly #spare: ReusableFile[] = [];

  /** Empties the directory: what lies there was left by a process that was killed. */
  constructor(directory: string) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
  }

  /**
   * Writes a small body on the calling thread, which is faster than three trips to the thread pool, and into a file
   * used before, because making a file waits for the journal of the disk.
   */
  writeNow(bytes: Uint8Array): BodyFile {
    const file = this.#spare.pop() ?? this.#newReusable();
    for (let done = 0; done < bytes.length; )
      done += writeSync(file.descriptor, bytes, done, bytes.length - done, done);
    return {
      path: file.path,
      // Off the calling thread, since this too may wait for the disk. A file that could not be emptied is not used again.
      discard: () => ftruncate(file.descriptor, 0, (error) => error === null && this.#spare.push(file)),
    };
  }

  /** Writes a body to a file of its own as it arrives. Leaves nothing behind when the source fails. */
  async write(first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<BodyFile> {
    const path = this.#newPath();
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(first);
        for await (const chunk of rest) await file.writeFile(chunk);
      } finally {
        await file.close();
      }
      return { path, discard: () => unlinkSync(path) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  #newReusable(): ReusableFile {
    const path = this.#newPath();
    return { path, descriptor: openSync(path, 'wx', 0o600) };
  }

  /** No extension, since the engine would choose a decompressor by it; nothing it could take for a pattern. */
  #newPath(): string {
    return join(this.#directory, randomUUID());
  }
}
