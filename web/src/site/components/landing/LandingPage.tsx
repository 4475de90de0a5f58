import type { ReactNode } from 'react';
import { SiteFrame } from '../SiteFrame.tsx';
import page from '../site.module.css';
import { LiveFigures } from './LiveFigures.tsx';
import styles from './landing.module.css';
import { landingMessages as words } from './landing-messages.ts';
import { ExplainedPanel, KeywordPanel } from './Panels.tsx';
import { Plans } from './Plans.tsx';
import { ProductPicture } from './ProductPicture.tsx';

const rings = [120, 220, 330, 450, 580, 720, 870];

/** The public start page: finished text and pictures, so that it is there at once; today's figures of the demo come after it. */
export function LandingPage() {
  return (
    <SiteFrame path="/">
      <main className={styles.landing}>
        <section className={styles.hero}>
          <svg className={styles.rings} viewBox="-870 -870 1740 1740" aria-hidden="true">
            {rings.map((radius, index) => (
              <circle key={radius} r={radius} style={{ opacity: 0.16 - index * 0.02 }} />
            ))}
          </svg>
          <p className={styles.above}>{words.above}</p>
          <h1>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
          <div className={styles.actions}>
            <a href="/login" className={page.primary}>
              {words.start}
            </a>
            <a href="/login" className={page.secondary}>
              <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
                <path d="M2 1.6v10.8L12.6 7Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
              </svg>
              {words.demo}
            </a>
          </div>
          <p className={styles.note}>{words.note}</p>
          <ProductPicture />
        </section>
        <LiveFigures />
        <Block words={words.report}>
          <KeywordPanel />
        </Block>
        <Block words={words.explained} reversed>
          <ExplainedPanel />
        </Block>
        <Plans />
      </main>
    </SiteFrame>
  );
}

interface BlockProps {
  words: { title: readonly string[]; text: string; points: readonly string[] };
  /** The picture comes first where there is room for both. */
  reversed?: boolean;
  children: ReactNode;
}

function Block({ words: { title, text, points }, reversed = false, children }: BlockProps) {
  return (
    <section className={styles.block} data-reversed={reversed || undefined}>
      <div className={styles.words}>
        <h2>
          {title.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h2>
        <p>{text}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      {children}
    </section>
  );
}
