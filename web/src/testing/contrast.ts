import axe from 'axe-core';
import { localSettings } from '../shared/storage/local-settings.ts';
import { chooseTheme } from '../shared/theme/theme-mode.ts';
import { settled } from './settled.ts';

type Theme = 'light' | 'dark';

/** Kinds of text whose contrast was looked at, in all screens that this page has shown. */
const looked: Readonly<Record<Theme, Set<string>>> = { light: new Set(), dark: new Set() };

/**
 * Texts without enough contrast, in both themes of one drawing. Each kind of text is looked at once in each theme, whatever screens and
 * states it is in: what decides about its colours are the classes and states of the element and of what it lies in.
 */
export async function contrastFaults(within: string): Promise<axe.Result[]> {
  const chosen = localSettings.theme() ?? 'system';
  const displayedTheme: Theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  const elements = newKinds(looked[displayedTheme], within);
  // What was looked at in one theme was looked at in the other too, and to show that takes two drawings of the whole screen.
  if (elements.length === 0) return [];
  const faults = await faultsOf(elements);
  // Public pages have one look.
  if (document.querySelector('.fui-FluentProvider') === null) return faults;
  const other: Theme = displayedTheme === 'dark' ? 'light' : 'dark';
  chooseTheme(other);
  await settled();
  const others = await faultsOf(newKinds(looked[other], within));
  chooseTheme(chosen);
  await settled();
  return [...faults, ...others];
}

async function faultsOf(include: Element[]): Promise<axe.Result[]> {
  if (include.length === 0) return [];
  const runOnly = { type: 'rule' as const, values: ['color-contrast'] };
  const { violations } = await axe.run({ include }, { runOnly, resultTypes: ['violations'] });
  return violations;
}

/** One element of each kind of text that has not been looked at yet. */
function newKinds(seen: Set<string>, within: string): Element[] {
  const chains = new Map<Element, string>();
  const elements: Element[] = [];
  for (const root of document.querySelectorAll(within)) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      if (!hasText(element)) continue;
      const kind = chainOf(element, chains);
      if (seen.has(kind)) continue;
      seen.add(kind);
      elements.push(element);
    }
  }
  return elements;
}

function hasText(element: Element): boolean {
  if (element.matches('input, textarea, select')) return true;
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
}

/** What decides about the colours of an element: it, and all it lies in. */
function chainOf(element: Element, chains: Map<Element, string>): string {
  const cached = chains.get(element);
  if (cached !== undefined) return cached;
  const outer = element.parentElement === null ? '' : chainOf(element.parentElement, chains);
  const states = [...element.attributes].filter(isState).map(({ name, value }) => `${name}=${value}`);
  const chain = `${outer}>${element.tagName} ${element.getAttribute('class') ?? ''} ${states.join(' ')}`;
  chains.set(element, chain);
  return chain;
}

/** Ids and numbers differ from row to row and colour nothing. */
const isState = ({ name, value }: Attr): boolean =>
  name === 'style' || (/^(data-|aria-|disabled|type)/.test(name) && !/\d/.test(value) && value.length < 16);
