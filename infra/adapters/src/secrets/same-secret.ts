import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret that a caller gave is the one that is known. It takes as long whatever they have in common, and however long they are. */
export const isSameSecret = (candidate: string, expected: string): boolean =>
  timingSafeEqual(digest(candidate), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
