import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTitle } from '../shared/ui/browser-state.ts';
import { Logo } from '../shared/ui/Logo.tsx';
import { PageHeading } from '../shared/ui/PageHeading.tsx';
import styles from './public.module.css';

/** The frame of pages that are mostly text. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <Logo />
          Tapwise
        </Link>
      </header>
      <main className={styles.text}>
        <PageHeading>{title}</PageHeading>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

export function PublicFooter() {
  return (
    <footer className={styles.footer}>
      <span>Tapwise</span>
      <nav aria-label="Footer">
        <Link to="/terms">Terms</Link>
        <Link to="/privacy">Privacy</Link>
        <Link to="/login">Log in</Link>
      </nav>
    </footer>
  );
}
