import type { World } from '../world.ts';

/** Whether the account that was to be erased is. */
export const isErased = ({ scene, record }: World): boolean => scene !== 'erasure' || record.erasure.erasures > 0;

/** An erased team has nothing that can be read, and that is recorded once, when it is so. */
export function erasureViolations({ scene, record: { erasure }, keys }: World): string[] {
  if (scene !== 'erasure') return [];
  return [
    ...(erasure.erasures === 1 ? [] : [`the erasure was recorded ${erasure.erasures} times`]),
    ...[...erasure.left].map((subject) => `the key of ${subject} was there when the erasure was recorded`),
    ...[...erasure.subjects]
      .filter((subject) => !keys.destroyed.has(subject))
      .map((subject) => `what is encrypted for ${subject} can be read after the erasure`),
  ];
}
