import { siteMessages as words } from '../messages.ts';
import { articlePages, type ContentPage } from '../model/content.ts';
import { articleOrder } from '../model/docs-menu.ts';
import { Markdown } from './Markdown.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import styles from './text.module.css';

const articles = (): ContentPage[] => articleOrder.flatMap((slug) => articlePages.get(slug) ?? []);
const wordsPerMinute = 220;
const minutesOf = ({ body }: ContentPage): number => Math.max(1, Math.round(body.split(/\s+/).length / wordsPerMinute));

/** All articles, each with its summary. */
export function BlogPage() {
  return (
    <SiteFrame path="/blog">
      <main className={styles.list}>
        <h1>{words.blogTitle}</h1>
        <p className={styles.lead}>{words.blogDescription}</p>
        {articles().map((article) => (
          <article key={article.slug}>
            <h2>
              <a href={`/blog/${article.slug}`}>{article.title}</a>
            </h2>
            <p>{article.description}</p>
            <small>{words.minutes(minutesOf(article))}</small>
          </article>
        ))}
      </main>
    </SiteFrame>
  );
}

/** An article beside the names of the others. */
export function ArticlePage({ article }: { article: ContentPage }) {
  return (
    <SiteFrame path={`/blog/${article.slug}`}>
      <div className={styles.docs}>
        <OtherArticles slug={article.slug} />
        <main className={styles.text}>
          <h1>{article.title}</h1>
          <p className={styles.lead}>{article.description}</p>
          <Markdown text={article.body} />
        </main>
      </div>
    </SiteFrame>
  );
}

export function OtherArticles({ slug }: { slug: string | null }) {
  return (
    <nav className={styles.side} aria-label={words.otherArticles}>
      <div>
        <h2>{slug === null ? words.articles : words.otherArticles}</h2>
        {articles()
          .filter((other) => other.slug !== slug)
          .map((other) => (
            <a key={other.slug} href={`/blog/${other.slug}`}>
              {other.title}
            </a>
          ))}
      </div>
    </nav>
  );
}
