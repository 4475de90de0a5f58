import { Button } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { builderWords as words } from '../../../messages/builder-words.ts';
import type { ActionDraft } from '../../../model/draft/draft-types.ts';
import { faultsBelow } from '../../../model/draft/fault-texts.ts';
import { CheckField } from '../../fields/CheckField.tsx';
import { Faults } from '../../fields/Faults.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import line from '../conditions/conditions.module.css';
import { useBuilder } from '../state/builder-context.ts';
import { AmountFields } from './AmountFields.tsx';
import { actionChoices, kindOfAction, withKind } from './action-choices.ts';
import { KeywordFields } from './KeywordFields.tsx';
import { LabelFields } from './LabelFields.tsx';

interface Props {
  action: ActionDraft;
  path: string;
  /** Units that it would change now, of the first action of its case. */
  wouldChange: number | undefined;
  onChange: (action: ActionDraft) => void;
  onRemove: (() => void) | null;
}

/** What is done with a unit that a case matches. */
export function ActionLine({ action, path, wouldChange, onChange, onRemove }: Props) {
  const { draft, faults, isStale } = useBuilder();
  return (
    <div className={line.test}>
      <div className={line.line}>
        <SelectField
          size="action"
          label={words.action}
          value={kindOfAction(action)}
          choices={actionChoices(draft.level)}
          onChange={(kind) => onChange(withKind(action, kind))}
        />
        <Fields action={action} path={path} onChange={onChange} />
        {wouldChange !== undefined && (
          <span className={line.fits} data-stale={isStale || undefined}>
            {words.wouldChange(wouldChange)}
          </span>
        )}
        {onRemove !== null && (
          <span className={line.buttons}>
            <Button
              size="small"
              appearance="subtle"
              icon={<Dismiss16Regular />}
              aria-label={words.removeAction}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      <Faults texts={faultsBelow(faults, path)} />
    </div>
  );
}

function Fields({ action, path, onChange }: Pick<Props, 'action' | 'path' | 'onChange'>) {
  switch (action.do) {
    case 'bid':
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget':
      return <AmountFields action={action} path={path} onChange={onChange} />;
    case 'status':
      return action.to === 'paused' ? null : (
        <CheckField label={words.any} checked={action.any} onChange={(any) => onChange({ ...action, any })} />
      );
    case 'label':
      return <LabelFields action={action} onChange={onChange} />;
    case 'add_keyword':
      return <KeywordFields action={action} path={path} onChange={onChange} />;
    case 'negative':
      return (
        <SelectField
          size="range"
          label={words.blockPlace}
          value={action.at}
          choices={(['campaign', 'ad_group'] as const).map((value) => ({ value, text: words.blockAt[value] }))}
          onChange={(at) => onChange({ ...action, at })}
        />
      );
    case 'notify':
      return null;
    default:
      return action.do satisfies never;
  }
}
