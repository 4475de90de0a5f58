import { Button } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { builderWords as words } from '../../messages/builder-words.ts';
import { ruleWords } from '../../messages/rule-words.ts';
import { actionPath, conditionsPath } from '../../model/draft/draft-paths.ts';
import type { CaseDraft } from '../../model/draft/draft-types.ts';
import { newAction, withCase, withMovedCase } from '../../model/draft/edit-draft.ts';
import { faultAt } from '../../model/draft/fault-texts.ts';
import { CheckField } from '../fields/CheckField.tsx';
import { Faults } from '../fields/Faults.tsx';
import { ActionLine } from './actions/ActionLine.tsx';
import { firstAction, withKind } from './actions/action-choices.ts';
import styles from './builder.module.css';
import { GroupFields } from './conditions/GroupFields.tsx';
import { useBuilder } from './state/builder-context.ts';

const mostActions = 3;

/** When a rule does something, and what. */
export function CaseSection({ ruleCase, index }: { ruleCase: CaseDraft; index: number }) {
  const { draft, change, faults, acted } = useBuilder();
  const edit = (next: Partial<CaseDraft>) =>
    change((before) => withCase(before, ruleCase.id, (old) => ({ ...old, ...next })));
  const texts = [conditionsPath(index), `cases[${index}].then`, `cases[${index}].name`]
    .map((path) => faultAt(faults, path))
    .filter((text) => text !== undefined);
  return (
    <fieldset className={styles.case} aria-label={ruleWords.case(index)}>
      <div className={styles.caseHead}>
        <strong>{ruleWords.case(index)}</strong>
        <input
          className={styles.caseName}
          aria-label={words.caseName(index)}
          placeholder={words.caseNamePlaceholder}
          maxLength={60}
          autoComplete="off"
          value={ruleCase.name}
          onChange={(event) => edit({ name: event.target.value })}
        />
        {index === 0 && draft.cases.length > 1 && <span className={styles.note}>{words.firstDecides}</span>}
        <CaseButtons ruleCase={ruleCase} index={index} />
      </div>
      <div className={styles.caseBody}>
        <span className={styles.word}>{words.if}</span>
        <GroupFields group={ruleCase.when} path={conditionsPath(index)} onChange={(when) => edit({ when })} />
        <span className={styles.word}>{words.then}</span>
        <div className={styles.actions}>
          {ruleCase.then.map((action, at) => (
            <ActionLine
              key={action.id}
              action={action}
              path={actionPath(index, at)}
              wouldChange={at === 0 ? acted.get(index) : undefined}
              onChange={(next) => edit({ then: ruleCase.then.with(at, next) })}
              onRemove={ruleCase.then.length < 2 ? null : () => edit({ then: ruleCase.then.toSpliced(at, 1) })}
            />
          ))}
          <div className={styles.caseFoot}>
            {ruleCase.then.length < mostActions && (
              <Button
                size="small"
                appearance="transparent"
                icon={<Add16Regular />}
                onClick={() =>
                  edit({
                    then: [
                      ...ruleCase.then,
                      withKind(newAction('notify'), ruleCase.then.length === 0 ? firstAction(draft.level) : 'notify'),
                    ],
                  })
                }
              >
                {words.addAction}
              </Button>
            )}
            <CheckField
              label={words.once}
              hint={words.onceHint}
              checked={ruleCase.once}
              onChange={(once) => edit({ once })}
            />
          </div>
        </div>
      </div>
      <Faults texts={texts} />
    </fieldset>
  );
}

function CaseButtons({ ruleCase, index }: { ruleCase: CaseDraft; index: number }) {
  const { draft, change } = useBuilder();
  const last = draft.cases.length - 1;
  const move = (step: -1 | 1) => change((before) => withMovedCase(before, ruleCase.id, step));
  return (
    <span className={styles.caseButtons}>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowUp20Regular />}
        aria-label={words.moveUp(index)}
        disabledFocusable={index === 0}
        onClick={() => move(-1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDown20Regular />}
        aria-label={words.moveDown(index)}
        disabledFocusable={index === last}
        onClick={() => move(1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<Delete20Regular />}
        aria-label={words.removeCase(index)}
        disabledFocusable={last === 0}
        onClick={() => last > 0 && change((before) => ({ ...before, cases: before.cases.toSpliced(index, 1) }))}
      />
    </span>
  );
}
