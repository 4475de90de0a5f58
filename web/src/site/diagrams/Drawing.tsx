import type { ReactNode } from 'react';
import styles from './diagrams.module.css';

interface Props {
  /** What is to be seen, for who cannot see it. */
  description: string;
  caption: string;
  width: number;
  height: number;
  children: ReactNode;
}

/** A drawing with its caption. Lines and letters take the colours of the theme. */
export function Drawing({ description, caption, width, height, children }: Props) {
  return (
    <figure className={styles.drawing}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
