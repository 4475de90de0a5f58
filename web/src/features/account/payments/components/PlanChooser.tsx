import { Button, Slider } from '@fluentui/react-components';
import type { BillingStatus, Plan } from '../api/billing-types.ts';
import { paymentsMessages as words } from '../messages.ts';
import { type Choice, countText, fittingLevel, monthName, offerOf } from '../model/offers.ts';
import screen from './payments.module.css';
import styles from './plan-chooser.module.css';

interface Props {
  plans: readonly Plan[];
  usage: BillingStatus['usage'];
  choice: Choice;
  choose: (next: Partial<Choice>) => void;
  submit: () => void;
  /** A subscription runs: another plan replaces it. */
  changes: boolean;
  /** Why the choice cannot be bought or changed to; `null` when it can. */
  refusal: string | null;
  busy: boolean;
}

/** The slider of plans with the price of the one that is chosen. */
export function PlanChooser({ plans, usage, choice, choose, submit, changes, refusal, busy }: Props) {
  const chosen = plans.find(({ level }) => level === choice.level);
  if (chosen === undefined) return null;
  return (
    <section aria-labelledby="choose-plan" className="grid gap-12">
      <div className={styles.chooserHead}>
        <h2 id="choose-plan" className={screen.heading}>
          {changes ? words.change : words.choose}
        </h2>
        <PeriodSwitch period={choice.period} saving={chosen.saving_percent} choose={choose} />
      </div>
      <div className={styles.box}>
        <PlanSlider plans={plans} usage={usage} choice={choice} choose={choose} chosen={chosen} />
        <div className={styles.offer}>
          <Price plan={chosen} period={choice.period} />
          <div className={styles.buy}>
            <Button
              appearance="primary"
              disabledFocusable={refusal !== null || busy}
              title={refusal ?? undefined}
              onClick={() => !busy && submit()}
            >
              {changes ? words.change : words.subscribe}
            </Button>
            <p>{refusal ?? (changes ? words.previewFirst : words.ownPage)}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

const periods = ['monthly', 'annual'] as const;

interface PeriodProps {
  period: Choice['period'];
  saving: number;
  choose: Props['choose'];
}

function PeriodSwitch({ period, saving, choose }: PeriodProps) {
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">{words.billing}</legend>
      {periods.map((option) => (
        <label key={option}>
          <input type="radio" name="period" checked={option === period} onChange={() => choose({ period: option })} />
          {words.periods[option]}
          {option === 'annual' && <span aria-hidden="true">−{saving} %</span>}
        </label>
      ))}
    </fieldset>
  );
}

type SliderProps = Pick<Props, 'plans' | 'usage' | 'choice' | 'choose'> & { chosen: Plan };

function PlanSlider({ plans, usage, choice, choose, chosen }: SliderProps) {
  const fitting = fittingLevel(plans, usage.installs);
  const first = plans[0]?.level ?? 2;
  const last = plans.at(-1)?.level ?? 4;
  return (
    <div className={styles.slider}>
      <label htmlFor="plan-slider">
        {words.plan} <span aria-hidden="true">{words.planHint}</span>
      </label>
      <div className={styles.rail}>
        <Slider
          id="plan-slider"
          aria-label={words.plan}
          aria-valuetext={words.valueText(countText(chosen.installs))}
          min={first}
          max={last}
          step={1}
          value={choice.level}
          onChange={(_, { value }) => {
            const level = plans.find((plan) => plan.level === value)?.level;
            if (level !== undefined) choose({ level });
          }}
        />
        <div className={styles.levels} aria-hidden="true">
          {plans.map(({ level, installs }) => (
            <span
              key={level}
              data-chosen={level === choice.level || undefined}
              style={{ left: `${((level - first) / (last - first)) * 100}%` }}
            >
              {countText(installs)}
              {level === fitting && (
                <small className="text-12 leading-16 regular muted nowrap">{words.fits(monthName(usage.month))}</small>
              )}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function Price({ plan, period }: { plan: Plan; period: Choice['period'] }) {
  const { perMonth, billed, byMonth, saving } = offerOf(plan, period);
  return (
    <div className={screen.price} aria-live="polite">
      <p>
        <strong>{perMonth}</strong> <span>{words.perMonth}</span>{' '}
        {saving !== null && (
          <span className={screen.chip} data-tone="good">
            {words.saving(saving)}
          </span>
        )}
      </p>
      <p>
        {period === 'annual' ? (
          <>
            <span>{words.billedYearly(billed)}</span>; <span>{words.byMonth(byMonth)}</span>
          </>
        ) : (
          <>
            <span>{words.billedMonthly}</span>; <span>{words.inAYear(byMonth)}</span>
          </>
        )}
      </p>
    </div>
  );
}
