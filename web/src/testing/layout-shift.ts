/** What the browser reports of each shift. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

export interface LayoutShifts {
  /** What has moved without a press so far, added up. */
  sum(): number;
  /** By which elements, for a failure to be read. */
  readonly moved: readonly string[];
  stop(): void;
}

/** Counts what moves on the page from now on. */
export function watchLayoutShifts(): LayoutShifts {
  let sum = 0;
  const moved: string[] = [];
  const record = (entries: PerformanceEntryList): void => {
    for (const { value, hadRecentInput, sources } of entries as Shift[]) {
      if (hadRecentInput) continue;
      sum += value;
      moved.push(`${value.toFixed(4)}: ${sources.map(({ node }) => nameOf(node)).join(', ')}`);
    }
  };
  const observer = new PerformanceObserver((list) => record(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  return {
    moved,
    sum: () => {
      record(observer.takeRecords());
      return sum;
    },
    stop: () => observer.disconnect(),
  };
}

/** Two frames: what was drawn has been laid out and its shifts are reported. */
export const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/**
 * Takes the product's own font away, as on a first visit.
 * @returns lets it come; resolves when texts are drawn in it.
 */
export function withoutFont(family: string): () => Promise<void> {
  const removed: [sheet: CSSStyleSheet, rule: string][] = [];
  for (const sheet of document.styleSheets) {
    for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = sheet.cssRules[index];
      if (!(rule instanceof CSSFontFaceRule) || !rule.style.getPropertyValue('font-family').includes(family)) continue;
      removed.push([sheet, rule.cssText]);
      sheet.deleteRule(index);
    }
  }
  return async () => {
    for (const [sheet, rule] of removed.splice(0)) sheet.insertRule(rule);
    await document.fonts.load(`14px "${family}"`);
    await document.fonts.ready;
    await drawn();
  };
}

function nameOf(node: Node | null): string {
  const element = node instanceof Element ? node : node?.parentElement;
  if (element === null || element === undefined) return 'something removed';
  return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').slice(0, 30)}"`;
}
