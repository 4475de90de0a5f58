import { Dropdown, Option } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import bar from '../../../scope/scope.module.css';
import { type CompareChoice, compareLabels } from '../../model/scope/compare-periods.ts';
import styles from './scope-bar.module.css';

interface Props {
  value: CompareChoice;
  onChange: (choice: CompareChoice) => void;
}

const choices = Object.keys(compareLabels) as CompareChoice[];

/** Chooses the earlier period shown beside each figure. */
export function ComparePicker({ value, onChange }: Props) {
  return (
    <Dropdown
      className={`${bar.picker} ${styles.compare}`}
      aria-label="Compare"
      expandIcon={<ChevronDown12Regular />}
      button={
        <span className="nowrap">
          <span className={bar.second}>Compare</span> {compareLabels[value]}
        </span>
      }
      value={compareLabels[value]}
      selectedOptions={[value]}
      onOptionSelect={(_, data) => {
        const choice = choices.find((candidate) => candidate === data.optionValue);
        if (choice !== undefined) onChange(choice);
      }}
    >
      {choices.map((choice) => (
        <Option key={choice} value={choice}>
          {compareLabels[choice]}
        </Option>
      ))}
    </Dropdown>
  );
}
