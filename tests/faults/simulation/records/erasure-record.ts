import type { DomainEvent } from '@tapwise/domain';
import type { Keys } from '../engines/readable-vault.ts';

/** A ciphertext in an event. */
const cipher = /"v1\.((?:account|team|application|invitation)-[\w-]+)\.[\w-]*"/g;

/** Whose data the log has, and what could be read when it said that all was erased; kept while the log is written. */
export class ErasureRecord {
  readonly #keys: Keys;
  /** By whose key something in the log is encrypted. */
  readonly subjects = new Set<string>();
  isClosed = false;
  /** How often the erasure was recorded. */
  erasures = 0;
  /** Subjects whose key was there when the erasure was recorded. */
  readonly left = new Set<string>();

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  note({ type }: Pick<DomainEvent, 'type'>, text: string): void {
    // What is added to a team that is closed meanwhile is not looked at.
    if (!this.isClosed) for (const [, subject = ''] of text.matchAll(cipher)) this.subjects.add(subject);
    if (type === 'TeamClosed') this.isClosed = true;
    if (type !== 'SubjectErased') return;
    this.erasures += 1;
    for (const subject of this.subjects) if (!this.#keys.destroyed.has(subject)) this.left.add(subject);
  }
}
