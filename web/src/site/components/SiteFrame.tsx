import { type ReactNode, useContext } from 'react';
import { Logo } from '../../shared/ui/Logo.tsx';
import { siteMessages as words } from '../messages.ts';
import { ContactAddress } from '../model/contact.ts';
import styles from './site.module.css';

const links = [
  { path: '/', label: words.product },
  { path: '/automation', label: words.automation },
  { path: '/skag', label: words.skag },
  { path: '/docs', label: words.docs },
  { path: '/blog', label: words.blog },
] as const;

interface Props {
  /** Address of the page. */
  path: string;
  children: ReactNode;
}

const isWithin = (path: string, sectionPath: string): boolean =>
  path === sectionPath || (sectionPath !== '/' && path.startsWith(`${sectionPath}/`));

/** What all public pages share: the brand, the ways to the other pages and into the product. */
export function SiteFrame({ path, children }: Props) {
  const contact = useContext(ContactAddress);
  return (
    <div className={styles.site}>
      <a className="skip-link" href="#content">
        {words.skip}
      </a>
      <header className={styles.header}>
        <a href="/" className={styles.brand}>
          <Logo size={26} />
          Tapwise
        </a>
        <nav aria-label={words.pages}>
          {links.map((section) => (
            <a
              key={section.path}
              className={styles.place}
              href={section.path}
              aria-current={isWithin(path, section.path) ? 'page' : undefined}
            >
              {section.label}
            </a>
          ))}
        </nav>
        {path.startsWith('/docs') && (
          <div className={styles.search} data-docs-search hidden>
            <input type="search" aria-label={words.search} placeholder={words.search} autoComplete="off" />
            <ul />
          </div>
        )}
        <a href="/login?mode=log-in" className={styles.logIn}>
          {words.logIn}
        </a>
        <a href="/login" className={styles.primary}>
          {words.start}
        </a>
      </header>
      <div id="content" className={styles.content}>
        {children}
      </div>
      <footer className={styles.footer}>
        <span>Tapwise</span>
        <nav aria-label={words.footer}>
          <a href="/terms">{words.terms}</a>
          <a href="/privacy">{words.privacy}</a>
          <a href={contact}>{words.contact}</a>
          <a href="/blog/rss.xml">RSS</a>
          <a href="/login?mode=log-in">{words.logIn}</a>
        </nav>
      </footer>
    </div>
  );
}
