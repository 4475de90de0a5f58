/**
 * Small files that every process of a cluster shares: keys, the master key, copies of a person's data, snapshots of what is folded from
 * the log. What a call says it has written or deleted is durable when it resolves, and every process sees it from then on.
 */
export interface Files {
  /** `undefined` when there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** @returns false when there was such a file already; it is left as it is. Of several writers at once only one gets true. */
  writeIfAbsent(name: string, content: Buffer): Promise<boolean>;
  /** Readers see the old content or the new one, whole. */
  replace(name: string, content: Buffer): Promise<void>;
  /** Nothing happens when there is no such file. */
  delete(name: string): Promise<void>;
  /** Names of all files whose name begins with `prefix`, which is empty or ends with `/`, in their order. */
  list(prefix: string): Promise<string[]>;
}

const namePattern = /^(?:[\w-]+\/)*[\w-]+(?:\.[a-z]+)?$/;

/** Whether it can name a file: folders and a name of letters, digits, `_` and `-`, perhaps with an ending such as `.key`. */
export const isFileName = (name: string): boolean => namePattern.test(name);

/** @throws Error for what cannot name a file: it may come from outside. */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new Error('A file is named by letters, digits, - and _, in folders');
  return name;
}
