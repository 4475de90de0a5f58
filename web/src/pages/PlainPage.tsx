import type { ReactNode } from 'react';
import { useTitle } from '../shared/page/browser-state.ts';
import { Logo } from '../shared/ui/Logo.tsx';
import styles from './public.module.css';

/** The frame of pages that are mostly text. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a href="/" className={styles.brand}>
          <Logo />
          Tapwise
        </a>
      </header>
      <main className={styles.text}>
        <h1>{title}</h1>
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
      <nav className="flex gap-20" aria-label="Footer">
        <a href="/terms">Terms</a>
        <a href="/privacy">Privacy</a>
        <a href="/login?mode=log-in">Log in</a>
      </nav>
    </footer>
  );
}
