import { Field, Input } from '@fluentui/react-components';
import type { RuleLevel } from '../../api/entered-rule.ts';
import { builderWords as words } from '../../messages/builder-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { newAction, newCase, newTest } from '../../model/draft/edit-draft.ts';
import { faultAt } from '../../model/draft/fault-texts.ts';
import { draftOfTemplate } from '../../model/draft/read-draft.ts';
import { SelectField } from '../fields/SelectField.tsx';
import { firstAction, withKind } from './actions/action-choices.ts';
import styles from './builder.module.css';
import { useBuilder } from './state/builder-context.ts';

const levels: readonly RuleLevel[] = ['campaign', 'ad_group', 'keyword', 'search_term'];

/** What the rule is called, what it judges one by one, and what it began with. */
export function HeadFields() {
  const { draft, change, ruleId, faults, metrics, templates } = useBuilder();
  const chosen = templates.find(({ id }) => id === draft.template);
  const begin = (id: string) => {
    const template = templates.find((candidate) => candidate.id === id);
    if (template === undefined) return;
    change((before) => ({
      ...draftOfTemplate(template, before.applyTo, metrics),
      name: nameAfter(before.name, chosen?.name, template.name),
    }));
  };
  return (
    <section className={styles.head}>
      <Field className={styles.name} label={words.name} validationMessage={faultAt(faults, 'automation_name')}>
        <Input
          name="name"
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={(_, { value }) => change((before) => ({ ...before, name: value }))}
        />
      </Field>
      <Levels />
      {ruleId === null && (
        <div className={styles.template}>
          <span aria-hidden>{words.template}</span>
          <SelectField
            size="range"
            label={words.template}
            value={draft.template ?? 'none'}
            choices={[
              ...(draft.template === null ? [{ value: 'none', text: words.noTemplate }] : []),
              ...templates.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onChange={begin}
          />
        </div>
      )}
      {chosen !== undefined && (
        <p className={styles.hint}>
          {chosen.use}. {words.risk(chosen.risk)}.
        </p>
      )}
    </section>
  );
}

/** A name that a person gave stays; that of a template goes with it. */
const nameAfter = (name: string, before: string | undefined, next: string): string =>
  name.trim() === '' || name === before ? next : name;

function Levels() {
  const { draft, change, ruleId } = useBuilder();
  const choose = (level: RuleLevel) => {
    if (level === draft.level) return;
    const action = withKind(newAction('notify'), firstAction(level));
    // Conditions and actions are those of a level.
    change((before) => ({
      ...before,
      level,
      template: null,
      params: [],
      cases: [newCase(newTest('spend', '7d'), action)],
    }));
  };
  return (
    <fieldset
      className={styles.levels}
      disabled={ruleId !== null}
      title={ruleId === null ? undefined : words.levelFixed}
    >
      <legend>{words.actsOn}</legend>
      {levels.map((level) => (
        <label key={level}>
          <input
            type="radio"
            name="level"
            value={level}
            checked={draft.level === level}
            onChange={() => choose(level)}
          />
          <span>{ruleWords.levels[level]}</span>
        </label>
      ))}
    </fieldset>
  );
}
