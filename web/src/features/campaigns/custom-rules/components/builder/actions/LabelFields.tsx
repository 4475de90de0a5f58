import { builderWords as words } from '../../../messages/builder-words.ts';
import type { ActionDraft } from '../../../model/draft/draft-types.ts';
import { resolved } from '../../../model/draft/entered-numbers.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';

interface Props {
  action: ActionDraft;
  onChange: (action: ActionDraft) => void;
}

/** The label that is added, the one that is removed, or both. */
export function LabelFields({ action, onChange }: Props) {
  const { labels, draft } = useBuilder();
  const choices = [
    { value: 'none', text: words.none },
    ...labels.map(({ id, name }) => ({ value: String(id), text: name })),
  ];
  const idOf = (choice: string) => (choice === 'none' ? '' : choice);
  const choiceOf = (text: string) => resolved(text, draft.params) || 'none';
  if (labels.length === 0) return <span className="muted">{words.noLabels}</span>;
  return (
    <>
      <span className="muted">{words.addingLabel}</span>
      <SelectField
        size="metric"
        label={words.label}
        value={choiceOf(action.add)}
        choices={choices}
        onChange={(choice) => onChange({ ...action, add: idOf(choice) })}
      />
      <span className="muted">{words.removingLabel}</span>
      <SelectField
        size="metric"
        label={words.removeLabel}
        value={choiceOf(action.remove)}
        choices={choices}
        onChange={(choice) => onChange({ ...action, remove: idOf(choice) })}
      />
    </>
  );
}
