import type { ReactNode } from 'react';
import styles from './scope.module.css';

/** Pickers whose choice takes effect at once, in the place of scope bars. */
export function ScopeRow({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <section className={styles.bar} aria-label="Scope">
      <div className={styles.joined}>{children}</div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </section>
  );
}
