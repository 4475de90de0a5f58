import { siteMessages as words } from '../messages.ts';
import { OtherArticles } from './BlogPages.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import styles from './text.module.css';

interface Props {
  path: string;
  title: string;
  /** Whether an article was looked for: then the others are named. */
  isArticle?: boolean;
}

/** What is shown, with status 404, at an address that has no page. */
export function MissingPage({ path, title, isArticle = false }: Props) {
  return (
    <SiteFrame path={path}>
      <div className={styles.docs}>
        {isArticle && <OtherArticles slug={null} />}
        <main className={styles.text}>
          <h1>{title}</h1>
          <p>{words.missingText}</p>
          <p>
            <a href="/">{words.toStart}</a>
          </p>
        </main>
      </div>
    </SiteFrame>
  );
}
