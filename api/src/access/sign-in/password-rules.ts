import { checkPassword, DomainError } from '@tapwise/domain';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const leastScore = 3;
/** Scoring takes longer than linearly; a password that long is not guessed by its first characters either. */
const scored = 64;

let estimator: ZxcvbnFactory | undefined;

/**
 * A password as it is hashed, if it can be had: long enough, and not easily guessed, also by who knows the person.
 * @param personalWords Names and addresses that are easily guessed here.
 * @throws DomainError `password_required`, `password_too_short`, `password_too_long`, `password_too_easy`.
 */
export function acceptablePassword(text: string, personalWords: readonly string[]): string {
  const password = checkPassword(text);
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = personalWords.flatMap((word) => [word, ...word.split(/[\s@.]+/)]).filter((word) => word.length > 1);
  const { score } = estimator.check([...password].slice(0, scored).join(''), ['tapwise', ...words]);
  if (score < leastScore) throw new DomainError('password_too_easy');
  return password;
}
