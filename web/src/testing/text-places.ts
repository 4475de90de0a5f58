interface DrawnLine {
  readonly text: string;
  readonly of: Element;
  readonly box: DOMRect;
}

/** Where the words of an element are seen: each line of each text, cut as its ancestors cut it. */
export function drawnLines(within: Element): DrawnLine[] {
  const lines: DrawnLine[] = [];
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (parent === null || text === '') continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = seenPart(rect, parent);
      // What is there for screen readers alone is a pixel wide.
      if (box.width > 2 && box.height > 2) lines.push({ text, of: parent, box });
    }
  }
  return lines;
}

/** Texts that are drawn over each other, two in each entry. */
export function overlappingTexts(lines: readonly DrawnLine[]): string[] {
  return lines.flatMap((line, index) =>
    lines
      .slice(index + 1)
      .filter(({ box }) => {
        const width = Math.min(line.box.right, box.right) - Math.max(line.box.left, box.left);
        const height = Math.min(line.box.bottom, box.bottom) - Math.max(line.box.top, box.top);
        // Lines of one paragraph touch.
        return width > 1 && height > 3;
      })
      .map(({ text }) => `${line.text} | ${text}`),
  );
}

function seenPart(rect: DOMRect, parent: Element): DOMRect {
  let { left, top, right, bottom } = rect;
  for (let box: Element | null = parent; box !== null; box = box.parentElement) {
    const { overflowX, clipPath } = getComputedStyle(box);
    if (overflowX === 'visible' && clipPath === 'none') continue;
    const cut = box.getBoundingClientRect();
    [left, right] = [Math.max(left, cut.left), Math.min(right, cut.right)];
    [top, bottom] = [Math.max(top, cut.top), Math.min(bottom, cut.bottom)];
  }
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}
