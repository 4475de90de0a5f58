import type { NumberColumns, SummedRow } from '@tapwise/adapters';

/** Reads a number of an object, by its index. */
export type NumberReader = (object: number) => number;

/** One answer, and in which of its rows each object is; -1: in none. */
interface SumsBlock<Name extends string> {
  readonly sums: NumberColumns<Name>;
  readonly rows: Int32Array;
}

/** What answers to a statement say of objects, by time range. Their columns stay as they came: there are millions of numbers. */
export class StatementSums<Name extends string> {
  private readonly blocks: SumsBlock<Name>[] = [];
  private readonly objects: number;
  private readonly marks: Name | undefined;

  /**
   * @param objects How many there are.
   * @param marks A column of bits, which are put together and not added up.
   */
  constructor(objects: number, marks?: Name) {
    this.objects = objects;
    this.marks = marks;
  }

  /** Of an object that has a row in the answer, the numbers are added to those of that row. */
  put(object: number, { sums, index }: SummedRow<Name>): void {
    const { rows } = this.blockOf(sums);
    const row = rows[object] ?? -1;
    if (row < 0) rows[object] = index;
    else this.add(sums, row, index);
  }

  /** @param column Of a time range; `undefined`: of none. What no row says is 0. */
  reader(name: Name, column: number | undefined): NumberReader {
    const readers = this.blocks.map(({ sums, rows }): NumberReader => {
      const { values, width } = sums[name];
      if (column === undefined || column >= width) return none;
      return (object) => {
        const row = rows[object] ?? -1;
        return row < 0 ? 0 : (values[row * width + column] ?? 0);
      };
    });
    const [first] = readers;
    if (first === undefined) return none;
    return readers.length === 1 ? first : (object) => readers.reduce((sum, read) => sum + read(object), 0);
  }

  private blockOf(sums: NumberColumns<Name>): SumsBlock<Name> {
    const existing = this.blocks.find((block) => block.sums === sums);
    if (existing !== undefined) return existing;
    const block = { sums, rows: new Int32Array(this.objects).fill(-1) };
    this.blocks.push(block);
    return block;
  }

  private add(sums: NumberColumns<Name>, to: number, from: number): void {
    for (const name in sums) {
      const { values, width } = sums[name];
      for (let column = 0; column < width; column += 1) {
        const sum = values[to * width + column] ?? 0;
        const added = values[from * width + column] ?? 0;
        values[to * width + column] = name === this.marks ? sum | added : sum + added;
      }
    }
  }
}

const none: NumberReader = () => 0;
