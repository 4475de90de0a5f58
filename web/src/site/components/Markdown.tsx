import GithubSlugger from 'github-slugger';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { diagrams } from '../diagrams/diagrams.tsx';
import { CodeBox } from './CodeBox.tsx';
import styles from './text.module.css';

/** A heading of a text, with the mark its place has in the address. */
export interface TextHeading {
  readonly id: string;
  readonly text: string;
}

/** A text of the site as elements. Its headings have marks, its code can be copied, its links lead to pages. */
export function Markdown({ text }: { text: string }) {
  return <Body text={text} onHeading={() => undefined} />;
}

/** Headings of the second level, in their order. */
export function headingsOf(text: string): TextHeading[] {
  const headings: TextHeading[] = [];
  renderToStaticMarkup(<Body text={text} onHeading={(heading) => headings.push(heading)} />);
  return headings;
}

function Body({ text, onHeading }: { text: string; onHeading: (heading: TextHeading) => void }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[[markPlaces, onHeading]]} components={components}>
      {text}
    </ReactMarkdown>
  );
}

type Element = NonNullable<ExtraProps['node']>;
type Node = Element['children'][number];

/** Gives headings their marks, and tables their names. @param onHeading is told of headings of the second level */
function markPlaces(onHeading: (heading: TextHeading) => void) {
  return ({ children }: { children: Node[] }) => {
    const slugger = new GithubSlugger();
    const elements = elementsIn(children);
    for (const { tagName, properties, children: words } of elements) {
      if (tagName !== 'h2' && tagName !== 'h3') continue;
      const text = words.map(wordsOf).join('');
      const id = slugger.slug(text);
      properties.id = id;
      if (tagName === 'h2') onHeading({ id, text });
    }
    for (const [index, { properties }] of elements.filter(({ tagName }) => tagName === 'table').entries()) {
      properties.ariaLabel = `Table ${index + 1}`;
    }
  };
}

const elementsIn = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap((node) => (node.type === 'element' ? [node, ...elementsIn(node.children)] : []));

const wordsOf = (node: Node): string =>
  node.type === 'element' ? node.children.map(wordsOf).join('') : node.type === 'text' ? node.value : '';

const components: Components = {
  a: ({ href = '', children }) => <a href={addressOf(href)}>{children}</a>,
  table: ({ 'aria-label': label, children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.tableBox} tabIndex={0} aria-label={label}>
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const [, language] = /language-(\S+)/.exec(className ?? '') ?? [];
    const code = textOf(children);
    if (language === undefined && !code.includes('\n')) return <code>{children}</code>;
    const Diagram = language === 'diagram' ? diagrams[code.trim()] : undefined;
    return Diagram === undefined ? <CodeBox language={language ?? ''} code={code.trimEnd()} /> : <Diagram />;
  },
};

/** Texts name each other by their files, so that they can be followed in an editor too. */
const addressOf = (href: string): string => href.replace(/^(?:\.\/)?([a-z0-9_]+)\.md(#.*)?$/, '$1$2');

function textOf(children: ReactNode): string {
  if (typeof children === 'string' || typeof children === 'number') return String(children);
  if (Array.isArray(children)) return children.map(textOf).join('');
  if (children !== null && typeof children === 'object' && 'props' in children) {
    return textOf((children.props as { children?: ReactNode }).children);
  }
  return '';
}
