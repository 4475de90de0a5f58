import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredRecord } from '../store/event-record.ts';
import type { Tables } from '../store/tables.ts';
import { categoryOf, encodeBlock, positionsIn } from './category-block.ts';

/** Positions of which one entry of the index says what is there. */
export const BLOCK_POSITIONS = 16_384;

/** Records looked at before other calls get their turn. */
const RECORDS_PER_TURN = 512;

/** What the index is made from. */
export interface IndexedLog {
  readonly lastPosition: number;
  /** The record at a position, valid until anything is read again; undefined when it was removed. */
  passingRecord(position: number): StoredRecord | undefined;
}

/**
 * Finds records by the beginnings of their streams' names, so that a reader of a few streams does not cost a look at the whole log. Each
 * block of positions gets its entry some time after its last record was committed, in the background and from the records, so a commit
 * costs nothing more and an entry that is missing after a restart is made then. Records that no entry tells of are looked at one by one.
 */
export class CategoryIndex {
  readonly #tables: Tables;
  readonly #log: IndexedLog;
  readonly blockPositions: number;
  #nextBlock: number;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(tables: Tables, log: IndexedLog, blockPositions = BLOCK_POSITIONS) {
    this.#tables = tables;
    this.#log = log;
    this.blockPositions = blockPositions;
    this.#nextBlock = tables.categoryBlocks();
  }

  /** The position up to which there are entries. */
  get indexedUpTo(): number {
    return this.#nextBlock * this.blockPositions;
  }

  /** Positions of a block that a reader of these streams looks at. */
  positionsIn(block: number, prefixes: readonly string[]): number[] {
    const entry = this.#tables.categoryBlock(block);
    if (entry === undefined) throw new Error(`The index has no entry for block ${block}.`);
    return positionsIn(entry, block * this.blockPositions, prefixes);
  }

  /** Makes the entries of blocks that are complete by now, in the background. */
  advance(): void {
    if (!this.#closed && this.#isBehind()) this.#running ??= this.#run();
  }

  reader(prefixes: readonly string[]): CategoryReader {
    return new CategoryReader(this, prefixes);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #isBehind(): boolean {
    return this.#log.lastPosition >= this.indexedUpTo + this.blockPositions;
  }

  async #run(): Promise<void> {
    try {
      while (!this.#closed && this.#isBehind()) await this.#index(this.#nextBlock);
    } catch {
      // The disk is full, for example: the entry is made when more was written, and until then records are looked at.
    }
    this.#running = undefined;
  }

  async #index(block: number): Promise<void> {
    const first = block * this.blockPositions + 1;
    const categories: (string | undefined)[] = [];
    for (let position = first; position < first + this.blockPositions; position += 1) {
      const record = this.#log.passingRecord(position);
      categories.push(record && categoryOf(record.streamName));
      if (categories.length % RECORDS_PER_TURN === 0) await nextTurn();
      if (this.#closed) return;
    }
    await this.#tables.putCategoryBlock(block, encodeBlock(categories));
    this.#nextBlock = block + 1;
  }
}

/** One reader's way through the log, without looking at records that certainly are of other streams. */
export class CategoryReader {
  readonly #index: CategoryIndex;
  readonly #prefixes: readonly string[];
  #block = -1;
  /** Of the block. */
  #positions: readonly number[] = [];
  #next = 0;

  constructor(index: CategoryIndex, prefixes: readonly string[]) {
    this.#index = index;
    this.#prefixes = prefixes;
  }

  /** The position to look at after another one: those between the two hold nothing of these streams. To be asked in rising order. */
  after(position: number): number {
    const { indexedUpTo, blockPositions } = this.#index;
    if (position >= indexedUpTo) return position + 1;
    const block = Math.floor(position / blockPositions);
    if (block !== this.#block) this.#open(block);
    while ((this.#positions[this.#next] ?? Number.POSITIVE_INFINITY) <= position) this.#next += 1;
    return this.#positions[this.#next] ?? (block + 1) * blockPositions;
  }

  #open(block: number): void {
    this.#positions = this.#index.positionsIn(block, this.#prefixes);
    this.#block = block;
    this.#next = 0;
  }
}
