import GithubSlugger from 'github-slugger';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown, { type Components } from 'react-markdown';
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
  const slugger = new GithubSlugger();
  let tables = 0;
  const components: Components = {
    h2: ({ children }) => {
      const words = textOf(children);
      const id = slugger.slug(words);
      onHeading({ id, text: words });
      return <h2 id={id}>{children}</h2>;
    },
    h3: ({ children }) => <h3 id={slugger.slug(textOf(children))}>{children}</h3>,
    a: ({ href = '', children }) => <a href={addressOf(href)}>{children}</a>,
    table: ({ children }) => {
      tables += 1;
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        <section className={styles.tableBox} tabIndex={0} aria-label={`Table ${tables}`}>
          <table>{children}</table>
        </section>
      );
    },
    pre: ({ children }) => <>{children}</>,
    code: ({ className, children }) => {
      const [, language] = /language-(\S+)/.exec(className ?? '') ?? [];
      const code = textOf(children);
      if (language === undefined && !code.includes('\n')) return <code>{children}</code>;
      const Diagram = language === 'diagram' ? diagrams[code.trim()] : undefined;
      return Diagram === undefined ? <CodeBox language={language ?? ''} code={code.trimEnd()} /> : <Diagram />;
    },
  };
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  );
}

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
