/** Nothing keeps the user root from a file, so for a moment it is another one. What is run must not wait for anything. */
export function asOtherUser<Result>(run: () => Result): Result {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
