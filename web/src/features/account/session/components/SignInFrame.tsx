import type { ReactNode } from 'react';
import { PageHeading } from '../../../../shared/page/PageHeading.tsx';
import { Logo } from '../../../../shared/ui/Logo.tsx';
import { RipplePanel } from './RipplePanel.tsx';
import styles from './sign-in.module.css';

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** What all pages before the sign-in share: the brand, a card with a heading, and the moving panel. */
export function SignInFrame({ title, hint, children }: Props) {
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <a href="/" className={styles.brand}>
          <Logo size={28} />
          Tapwise
        </a>
        <div className={styles.card}>
          <PageHeading className={styles.title}>{title}</PageHeading>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          {children}
        </div>
      </main>
      <RipplePanel />
    </div>
  );
}

/** What a person agrees to by making an account. */
export function TermsNote() {
  return (
    <p className={styles.small}>
      By signing up you accept the <a href="/terms">Terms</a> and <a href="/privacy">Privacy policy</a>.
    </p>
  );
}
