import { siteMessages as words } from '../messages.ts';
import { type ContentPage, docPages } from '../model/content.ts';
import { docsMenu } from '../model/docs-menu.ts';
import { headingsOf, Markdown } from './Markdown.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import styles from './text.module.css';

/** A page of the docs between the menu of all and its own contents. */
export function DocsPage({ page }: { page: ContentPage }) {
  const headings = headingsOf(page.body);
  return (
    <SiteFrame path={`/docs/${page.slug}`}>
      <div className={styles.docs}>
        <nav className={styles.side} aria-label={words.docPages}>
          {docsMenu.map(({ title, pages }) => (
            <div key={title}>
              <h2>{title}</h2>
              {pages.flatMap((slug) => {
                const docPage = docPages.get(slug);
                if (docPage === undefined) return [];
                return [
                  <a key={slug} href={`/docs/${slug}`} aria-current={slug === page.slug ? 'page' : undefined}>
                    {docPage.title}
                  </a>,
                ];
              })}
            </div>
          ))}
        </nav>
        <main className={styles.text}>
          <h1>{page.title}</h1>
          <p className={styles.lead}>{page.description}</p>
          <Markdown text={page.body} />
        </main>
        {headings.length > 1 && (
          <nav className={styles.contents} aria-label={words.onThisPage}>
            <h2>{words.onThisPage}</h2>
            {headings.map(({ id, text }) => (
              <a key={id} href={`#${id}`}>
                {text}
              </a>
            ))}
          </nav>
        )}
      </div>
    </SiteFrame>
  );
}
