import { Button } from '@fluentui/react-components';
import type { Application, GuardrailsResponse } from '@tapwise/contract';
import { useRef } from 'react';
import { useFocusInstead } from '../../../../shared/page/use-kept-focus.ts';
import { NoticeBar } from '../../../../shared/ui/NoticeBar.tsx';
import { guardrailMessages as words } from '../messages.ts';
import { changeRows, pathOf, ruleRows } from '../model/guardrail-fields.ts';
import { GuardrailTable } from './GuardrailTable.tsx';
import styles from './guardrails.module.css';
import { type GuardrailForm as Form, useGuardrailForm } from './use-guardrail-form.ts';

interface Props {
  application: Application;
  response: GuardrailsResponse;
  refusal: string | null;
}

/** All limits of one application, and the saving of what was changed. */
export function GuardrailForm({ application, response, refusal }: Props) {
  const currencies = [...new Set(application.asaOrganizations.map(({ currency }) => currency))];
  const currency = currencies[0] ?? application.currency;
  const form = useGuardrailForm({ applicationId: application.id, response, currency, refusal });
  return (
    <form
      className="column flex-1 min-h-0"
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.body} tabIndex={0} aria-label={words.title}>
        <Intro amounts={currencies.length > 1 ? words.inCurrencies : words.inCurrency(currency)} />
        <GuardrailTable title={words.sections.changes} rows={changeRows} form={form} />
        <GuardrailTable title={words.sections.rules} rows={ruleRows} form={form} />
        <SecondPerson form={form} />
        <Fixed />
      </section>
      <SaveBar form={form} />
    </form>
  );
}

/** What guardrails are, and what each mode does. */
function Intro({ amounts }: { amounts: string }) {
  return (
    <div className={styles.intro}>
      <p>
        {words.intro} {words.amounts(amounts)} <a href="/docs/guardrails">{words.more}</a>
      </p>
      <dl>
        {words.modesAre.map(([mode, does]) => (
          <div key={mode}>
            <dt className="semibold secondary">{mode}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const onPath = pathOf('second_person', 'on');

function SecondPerson({ form }: { form: Form }) {
  const edited = form.edited(onPath);
  const on = Boolean(edited ?? form.kept.get(onPath));
  return (
    <section className={styles.single} aria-label={words.sections.sets}>
      <h2>{words.sections.sets}</h2>
      <label data-edited={edited === undefined ? undefined : true}>
        <input
          type="checkbox"
          data-setting={onPath}
          checked={on}
          disabled={form.refusal !== null}
          onChange={(event) => form.set(onPath, event.target.checked)}
        />
        <span>
          {words.secondPerson}
          <span>{words.guardrails.second_person.description}</span>
        </span>
      </label>
    </section>
  );
}

/** What the ad service demands of every change. */
function Fixed() {
  const { name, about: description, limit } = words.fixed;
  return (
    <section className={styles.single} aria-label={words.sections.fixed}>
      <h2>{words.sections.fixed}</h2>
      <p>
        {name}: {limit}
        <span>{description}</span>
      </p>
    </section>
  );
}

/** How much is changed, and the way to keep it; why nothing can be kept where that is so. */
function SaveBar({ form }: { form: Form }) {
  const { refusal, count, busy, problem } = form;
  const reason = refusal ?? (count === 0 ? words.nothing : null);
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusInstead(bar, () => button.current);
  return (
    <footer ref={bar} className={styles.bar}>
      {problem !== null && (
        <div role="alert" className={styles.problem}>
          <NoticeBar intent="error">
            <strong>{problem}</strong>
          </NoticeBar>
        </div>
      )}
      <span role="status" className={styles.count} data-changed={count > 0 || undefined}>
        {refusal ?? (count > 0 ? words.unsaved(count) : '')}
      </span>
      {count > 0 && (
        <Button size="small" appearance="subtle" onClick={form.clear}>
          {words.cancel}
        </Button>
      )}
      <Button
        ref={button}
        size="small"
        type="submit"
        appearance="primary"
        disabledFocusable={reason !== null || busy}
        title={reason ?? undefined}
      >
        {busy ? words.saving : words.save}
      </Button>
    </footer>
  );
}
