import { useTitle } from '../shared/ui/browser-state.ts';
import { Logo } from '../shared/ui/Logo.tsx';
import { PublicFooter } from './PlainPage.tsx';
import styles from './public.module.css';

const rings = [120, 220, 330, 450, 580, 720];

const blocks = [
  {
    title: 'Spend and income in one row',
    text: 'A keyword that costs much for an install can be your best. You see it only when the money people paid later is shown beside the bid that brought them.',
    points: [
      'Income the moment the store reports it',
      'Spend as fresh as it comes, with its age',
      'Campaign, ad group, keyword, country',
    ],
  },
  {
    title: 'Cohorts, not coincidences',
    text: 'A report follows the users who installed in the range you chose. What they pay later still counts for the keyword that found them.',
    points: [
      'Proceeds after tax and store fee',
      'Ratios of sums, never averages of ratios',
      'Unknown is shown as unknown, not as zero',
    ],
  },
];

/** The public start page. */
export function LandingPage() {
  useTitle('Know what every keyword earns');
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a href="/" className={styles.brand}>
          <Logo />
          Tapwise
        </a>
        <nav className={styles.headerLinks} aria-label="Account">
          <a href="/login?mode=log-in">Log in</a>
          <a href="/login" className={styles.primary}>
            Start free trial
          </a>
        </nav>
      </header>
      <main>
        <section className={styles.hero}>
          <svg className={styles.rings} viewBox="-720 -720 1440 1440" aria-hidden="true">
            {rings.map((radius, index) => (
              <circle key={radius} r={radius} style={{ opacity: 0.16 - index * 0.02 }} />
            ))}
          </svg>
          <h1>Know what every keyword earns.</h1>
          <p>
            Tapwise joins what you spend in search ads with what your subscribers pay, keyword by keyword, live. Then it
            helps you act.
          </p>
          <div className={styles.actions}>
            <a href="/login" className={styles.primary}>
              Start 30-day trial
            </a>
            <a href="/login" className={styles.secondary}>
              Explore the living demo
            </a>
          </div>
          <p className={styles.note}>No card. One line of Swift. No tracking prompt.</p>
        </section>
        <div className={styles.blocks}>
          {blocks.map((block) => (
            <section key={block.title}>
              <h2>{block.title}</h2>
              <p>{block.text}</p>
              <ul>
                {block.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </main>
      <PublicFooter />
    </div>
  );
}
