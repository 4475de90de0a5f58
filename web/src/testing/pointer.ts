import { userEvent } from 'vitest/browser';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags with the real pointer, from a point of the page to another. */
export async function drag(element: Element, from: Point, to: Point): Promise<void> {
  const { left, top } = element.getBoundingClientRect();
  await userEvent.dragAndDrop(element, document.body, {
    sourcePosition: { x: from.x - left, y: from.y - top },
    targetPosition: { ...to },
  });
}

/** Moves the real pointer to a point of the page. */
export const pointAt = (to: Point): Promise<void> => userEvent.hover(document.body, { position: { ...to } });
