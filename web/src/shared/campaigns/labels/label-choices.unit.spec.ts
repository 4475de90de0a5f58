import { expect, it } from 'vitest';
import { choiceOf, type LabelChoice, labelWishes } from './label-choices.ts';

const objects = [
  { key: '1', labels: [3] },
  { key: '2', labels: [3, 4] },
];

it('says what objects have in common, and asks only for what they lack or are to lose', () => {
  expect([3, 4, 5].map((id) => choiceOf(objects, id))).toEqual([true, 'mixed', false]);
  const chosen = new Map<number, LabelChoice>([
    [3, false],
    [4, true],
    [5, 'mixed'],
  ]);
  expect(labelWishes(objects, chosen)).toEqual([
    { id: 3, add: [], remove: ['1', '2'] },
    { id: 4, add: ['1'], remove: [] },
  ]);
  expect(labelWishes(objects, new Map([[3, true]]))).toEqual([]);
  const many = Array.from({ length: 5001 }, (_, index) => ({ key: String(index + 1), labels: [] }));
  expect(labelWishes(many, new Map([[3, true]])).map(({ add }) => add.length)).toEqual([5000, 1]);
});
