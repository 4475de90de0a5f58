const META = Buffer.from('{"meta":');
const PROGRESS = Buffer.from('{"progress":');
const LINE_FEED = 0x0a;

/** Figures of a progress line: whole numbers written as strings. */
type Progress = Record<string, string>;

/**
 * Puts the chunks of a `…WithProgress` format together. Every chunk names the columns again, behind the progress it
 * reports, and counts its progress from zero; a server names them once and counts on.
 */
export class ProgressJoiner {
  readonly #startedAt = process.hrtime.bigint();
  #named = false;
  #before: Progress = {};

  /** The part of the chunk that belongs into the joined answer. */
  next(chunk: Buffer): Buffer {
    const parts: Buffer[] = [];
    let counted = this.#before;
    let from = 0;
    for (let at = nextReport(chunk, 0); at < chunk.length; at = nextReport(chunk, from)) {
      parts.push(chunk.subarray(from, at));
      const lineFeed = chunk.indexOf(LINE_FEED, at);
      const end = lineFeed < 0 ? chunk.length : lineFeed + 1;
      if (!startsWith(chunk, at, META)) {
        counted = this.#countedOn(chunk.subarray(at, end));
        parts.push(Buffer.from(`${JSON.stringify({ progress: counted })}\n`));
      } else if (!this.#named) {
        this.#named = true;
        parts.push(chunk.subarray(at, end));
      }
      from = end;
    }
    this.#before = counted;
    return Buffer.concat([...parts, chunk.subarray(from)]);
  }

  #countedOn(line: Buffer): Progress {
    const { progress }: { progress: Progress } = JSON.parse(line.toString('utf8'));
    const sums = { ...this.#before };
    for (const [name, value] of Object.entries(progress)) {
      sums[name] = String(BigInt(value) + BigInt(this.#before[name] ?? 0));
    }
    return { ...sums, elapsed_ns: String(process.hrtime.bigint() - this.#startedAt) };
  }
}

/** Start of the next line, from a line's start on, that is no row; the chunk's length when there is none. */
function nextReport(chunk: Buffer, from: number): number {
  const positions = [META, PROGRESS].map((mark) => lineStartingWith(chunk, from, mark));
  return Math.min(...positions);
}

/** Line feeds inside values are escaped, so one in front of the mark is the end of a line. */
function lineStartingWith(chunk: Buffer, from: number, mark: Buffer): number {
  if (startsWith(chunk, from, mark)) return from;
  const at = chunk.indexOf(Buffer.concat([Buffer.from([LINE_FEED]), mark]), from);
  return at < 0 ? chunk.length : at + 1;
}

function startsWith(chunk: Buffer, at: number, mark: Buffer): boolean {
  return chunk.subarray(at, at + mark.length).equals(mark);
}
