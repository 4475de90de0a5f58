import { offeredPlans } from '@tapwise/contract';
import page from '../site.module.css';
import { landingMessages } from './landing-messages.ts';
import styles from './plans.module.css';

const { plans: words } = landingMessages;
const whole = new Intl.NumberFormat('en-US');

/** What Tapwise costs, from the list that is sold by. */
export function Plans() {
  return (
    <section className={styles.plans} aria-labelledby="plans">
      <h2 id="plans">{words.title}</h2>
      <p>{words.text}</p>
      <ul>
        {offeredPlans.map(({ level, installs, monthly, annual, saving_percent }) => (
          <li key={level}>
            <h3>{words.installs(whole.format(installs))}</h3>
            <div>
              <b>${whole.format(monthly)}</b> {words.monthly}
            </div>
            <small>{words.annual(`$${whole.format(annual)}`, saving_percent)}</small>
          </li>
        ))}
      </ul>
      <div className={styles.begin}>
        <a href="/login" className={page.primary}>
          {landingMessages.start}
        </a>
        <span>{words.more}</span>
      </div>
    </section>
  );
}
