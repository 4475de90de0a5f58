import { landingMessages } from './landing-messages.ts';
import styles from './live-figures.module.css';

const { live: words } = landingMessages;

/**
 * Today of the demo, asked for by the site's script while the page is looked at. Its places are there from the beginning, so
 * that nothing moves when the figures come.
 */
export function LiveFigures() {
  return (
    <section className={styles.live} aria-labelledby="demo-today" data-demo-today>
      <h2 id="demo-today">
        {words.title} <span data-demo-state>{words.waiting}</span>
      </h2>
      <dl>
        {words.figures.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {before !== '' && <em>{before}</em>}
              <span data-demo-figure={name}>–</span>
              {after !== '' && <em> {after}</em>}
            </dd>
          </div>
        ))}
      </dl>
      <p>{words.note}</p>
    </section>
  );
}
