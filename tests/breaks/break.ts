/** One fault a programmer could make, and the specs that have to notice it. */
export interface Break {
  /** The fault in a few words, as printed. */
  readonly what: string;
  /** The file that is altered, from the root of the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Spec files; one of their tests has to fail while the file is altered. */
  readonly specs: readonly [string, ...string[]];
}
