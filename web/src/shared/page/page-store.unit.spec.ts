import { expect, it } from 'vitest';
import { beginPage, createPageStore } from './page-store.ts';

it('a page that begins has stores as they begin now, and tells those who follow them', () => {
  let kept: string | null = 'of an earlier page';
  const store = createPageStore(() => ({ token: kept, seen: 0 }));
  const heard: number[] = [];
  store.subscribe(({ seen }) => heard.push(seen));
  store.setState({ seen: 3 });
  expect(store.getState()).toEqual({ token: 'of an earlier page', seen: 3 });
  kept = null;
  beginPage();
  expect([store.getState(), heard]).toEqual([{ token: null, seen: 0 }, [3, 0]]);
});

it('a store of a list or of nothing holds what is set, not a mixture with what was there', () => {
  const list = createPageStore<readonly number[]>(() => [1, 2]);
  list.setState([3], true);
  expect(list.getState()).toEqual([3]);
  const position = createPageStore<number | null>(() => null);
  position.setState(4);
  expect(position.getState()).toBe(4);
  beginPage();
  expect([list.getState(), position.getState()]).toEqual([[1, 2], null]);
});
