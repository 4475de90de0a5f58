import type { LabelWish } from './labels-api.ts';

/** An object whose labels are chosen. */
export interface LabelledObject {
  readonly key: string;
  readonly labels: readonly number[];
}

/** Whether all objects have a label, some of them, or none. */
export type LabelChoice = boolean | 'mixed';

export function choiceOf(objects: readonly LabelledObject[], id: number): LabelChoice {
  const count = objects.filter(({ labels }) => labels.includes(id)).length;
  return count === 0 ? false : count === objects.length ? true : 'mixed';
}

/** Objects of one call. */
const mostKeys = 5000;

/** The calls that give objects the chosen labels. What was left mixed stays as it is. */
export function labelWishes(
  objects: readonly LabelledObject[],
  chosen: ReadonlyMap<number, LabelChoice>,
): readonly LabelWish[] {
  return [...chosen].flatMap(([id, choice]): LabelWish[] => {
    if (choice === 'mixed') return [];
    const keys = objects.filter(({ labels }) => labels.includes(id) !== choice).map(({ key }) => key);
    const parts = Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, index) =>
      keys.slice(index * mostKeys, (index + 1) * mostKeys),
    );
    return parts.map((part) => (choice ? { id, add: part, remove: [] } : { id, add: [], remove: part }));
  });
}
