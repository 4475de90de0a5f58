import type { SearchedPage } from '../model/site-files.ts';

const mostResults = 8;

/** Shows the search box of the docs and answers in it; the index is fetched when the box is used. */
export function offerSearch(page: Document): void {
  const box = page.querySelector<HTMLElement>('[data-docs-search]');
  const input = box?.querySelector('input');
  const list = box?.querySelector('ul');
  if (!box || !input || !list) return;
  box.hidden = false;
  let find: Promise<(words: string) => SearchedPage[]> | undefined;
  const show = async (): Promise<void> => {
    find ??= openIndex();
    const words = input.value.trim();
    const results = words === '' ? [] : (await find)(words).slice(0, mostResults);
    if (words !== input.value.trim()) return;
    list.replaceChildren(...(results.length > 0 || words === '' ? results.map(linkTo) : [emptyResult()]));
  };
  input.addEventListener('input', () => void show().catch(() => undefined));
  box.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const index = links.indexOf(page.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      input.value = '';
      list.replaceChildren();
      input.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = index + (event.key === 'ArrowDown' ? 1 : -1);
      (links[next] ?? input).focus();
    } else if (event.key === 'Enter' && page.activeElement === input) links[0]?.click();
  });
  page.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
}

async function openIndex(): Promise<(words: string) => SearchedPage[]> {
  const [{ default: MiniSearch }, response] = await Promise.all([import('minisearch'), fetch('/docs/search.json')]);
  const pages = (await response.json()) as SearchedPage[];
  const index = new MiniSearch<SearchedPage>({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
  });
  index.addAll(pages);
  const byId = new Map(pages.map((page) => [page.id, page]));
  return (words) => index.search(words).flatMap(({ id }) => byId.get(String(id)) ?? []);
}

function linkTo({ id, title }: SearchedPage): HTMLElement {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/docs/${id}`;
  link.textContent = title;
  entry.append(link);
  return entry;
}

function emptyResult(): HTMLElement {
  const entry = document.createElement('li');
  entry.textContent = 'Nothing found';
  return entry;
}
