import type { ContentPage } from '../model/content.ts';
import { Markdown } from './Markdown.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import styles from './text.module.css';

/** A public page that is a text. */
export function TextPage({ page }: { page: ContentPage }) {
  return (
    <SiteFrame path={`/${page.slug}`}>
      <main className={styles.text} data-alone>
        <h1>{page.title}</h1>
        <Markdown text={page.body} />
      </main>
    </SiteFrame>
  );
}
