/** Stream of the calls that one account made under one `Idempotency-Key`. @param keyHash keyed hash of both. */
export const writeCallStream = (keyHash: string): string => `writeCall-${keyHash}`;
