import { Button } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { builderWords as words } from '../../../messages/builder-words.ts';
import { ruleWords } from '../../../messages/rule-words.ts';
import { childPath } from '../../../model/draft/draft-paths.ts';
import type { GroupDraft, NodeDraft, TestDraft } from '../../../model/draft/draft-types.ts';
import { type GroupWord, newGroup, newTest, withWord, wordOfGroup } from '../../../model/draft/edit-draft.ts';
import { SelectField } from '../../fields/SelectField.tsx';
import { useBuilder } from '../state/builder-context.ts';
import styles from './conditions.module.css';
import { TestLine } from './TestLine.tsx';

interface Props {
  group: GroupDraft;
  path: string;
  /** How deep it is inside other groups, from 1. */
  depth?: number;
  onChange: (group: GroupDraft) => void;
}

const groupWords: readonly GroupWord[] = ['all', 'any', 'none', 'notAll'];
const groupChoices = groupWords.map((value) => ({ value, text: ruleWords.groups[value] }));

/** As many a group may hold, and so deep groups may be inside each other. */
const mostChildren = 10;
const mostDepth = 4;

/** Conditions that are joined, with groups among them. The last one of a group takes the group along. */
export function GroupFields({ group, path, depth = 1, onChange }: Props) {
  const addition = useAddition();
  const isFull = group.children.length >= mostChildren;
  const set = (children: readonly NodeDraft[]) => onChange({ ...group, children });
  return (
    <div className={depth === 1 ? styles.root : styles.group}>
      {(group.children.length > 1 || depth > 1 || group.nots > 0) && (
        <SelectField
          size="word"
          label={words.groupWord}
          value={wordOfGroup(group)}
          choices={groupChoices}
          onChange={(word) => onChange(withWord(group, word))}
        />
      )}
      {group.children.map((child, index) => {
        const at = childPath(path, group, index);
        const replace = (next: NodeDraft) => set(group.children.with(index, next));
        if (child.kind === 'test') {
          return (
            <TestLine
              key={child.id}
              test={child}
              path={at}
              onChange={replace}
              onRemove={() => set(group.children.toSpliced(index, 1))}
            />
          );
        }
        return (
          <GroupFields
            key={child.id}
            group={child}
            path={at}
            depth={depth + 1}
            onChange={(next) => (next.children.length === 0 ? set(group.children.toSpliced(index, 1)) : replace(next))}
          />
        );
      })}
      <div className={styles.add}>
        <Button
          size="small"
          appearance="transparent"
          icon={<Add16Regular />}
          disabledFocusable={isFull}
          onClick={() => !isFull && set([...group.children, addition()])}
        >
          {words.addCondition}
        </Button>
        {depth < mostDepth && (
          <Button
            size="small"
            appearance="transparent"
            icon={<Add16Regular />}
            disabledFocusable={isFull}
            onClick={() => !isFull && set([...group.children, newGroup('any', [addition(), addition()])])}
          >
            {words.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A condition to begin with: the figure that most rules ask for, of those that the level has. */
function useAddition(): () => TestDraft {
  const { metrics, draft } = useBuilder();
  const metric = [...metrics.values()].find(({ name, levels }) => name === 'spend' && levels.includes(draft.level));
  return () => newTest(metric?.name ?? 'spend', '7d');
}
