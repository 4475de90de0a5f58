import { type ReactElement, useLayoutEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useLatest } from './use-latest.ts';
import { useSameList, useWithPrevious } from './use-with-previous.ts';

/** Draws the screens one after the other, each once the one before is on the page. @returns what each drawing showed */
async function drawn<Displayed>(
  screens: readonly ((onDrawn: (displayed: Displayed) => void) => ReactElement)[],
): Promise<Displayed[]> {
  const displayed: Displayed[] = [];
  const { rerender } = await render(null);
  for (const [index, screen] of screens.entries()) {
    await rerender(screen((value) => void displayed.push(value)));
    await vi.waitFor(() => expect(displayed.length).toBeGreaterThan(index));
  }
  return displayed;
}

interface FigureProps {
  answer: number | null;
  onMade: (before: number | null) => void;
  onDrawn: (figure: number | null) => void;
}

/** Remembers the last figure that was there, as a report does that is asked again. */
function Figure({ answer, onMade, onDrawn }: FigureProps) {
  const kept = useWithPrevious<number | null>([answer], (before) => {
    onMade(before);
    return answer ?? before;
  });
  useLayoutEffect(() => onDrawn(kept));
  return null;
}

function Names({ names, onDrawn }: { names: readonly string[]; onDrawn: (list: readonly string[]) => void }) {
  const list = useSameList(names);
  useLayoutEffect(() => onDrawn(list));
  return null;
}

function Text({ text, onDrawn }: { text: string; onDrawn: (text: string) => void }) {
  const latest = useLatest(text);
  const [read] = useState(() => () => latest.current);
  return <Reader read={read} onDrawn={onDrawn} />;
}

/** Its effects come before those of what it is in. */
function Reader({ read, onDrawn }: { read: () => string; onDrawn: (text: string) => void }) {
  useLayoutEffect(() => onDrawn(read()));
  return null;
}

describe('a value made of the one before', () => {
  it('is made once for each change of its inputs, and shown by the one drawing that brought the change', async () => {
    const made: (number | null)[] = [];
    const figures = await drawn<number | null>(
      [null, 5, 5, null, null, 7].map((answer) => (onDrawn) => (
        <Figure answer={answer} onMade={(before) => void made.push(before)} onDrawn={onDrawn} />
      )),
    );
    expect(figures).toEqual([null, 5, 5, 5, 5, 7]);
    expect(made).toEqual([null, null, 5, 5]);
  });

  it('is the same list while a list has the same elements, and another when one came, left or moved', async () => {
    const lists = await drawn<readonly string[]>(
      [['a', 'b'], ['a', 'b'], ['a'], ['a', 'b'], ['a', 'b'], ['b', 'a']].map((names) => (onDrawn) => (
        <Names names={names} onDrawn={onDrawn} />
      )),
    );
    expect([...new Set(lists)]).toEqual([['a', 'b'], ['a'], ['a', 'b'], ['b', 'a']]);
  });
});

it('what outlives a drawing reads the newest value, from the first effect of the drawing that brought it', async () => {
  const texts = await drawn<string>(
    ['first', 'second'].map((text) => (onDrawn) => <Text text={text} onDrawn={onDrawn} />),
  );
  expect(texts).toEqual(['first', 'second']);
});
