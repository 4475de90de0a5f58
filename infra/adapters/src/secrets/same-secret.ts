import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret that a caller gave is the one that is known. It takes as long whatever they have in common, and however long they are. */
export const isSameSecret = (given: string, known: string): boolean => timingSafeEqual(digest(given), digest(known));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
