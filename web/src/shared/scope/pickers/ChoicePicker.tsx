import { Dropdown, Option } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { type IconOfApp, NamedApp } from '../../ui/app-icon/AppIcon.tsx';
import styles from '../scope.module.css';

interface Props<Value extends string> {
  label: string;
  choices: readonly { value: Value; text: string; app?: IconOfApp }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  /** Why nothing can be chosen; `null` when it can. */
  refusal?: string | null;
}

/** One of a few, as a segment of the scope bar. */
export function ChoicePicker<Value extends string>({ label, choices, chosen, onChoose, refusal }: Props<Value>) {
  const selected = choices.find(({ value }) => value === chosen);
  return (
    <Dropdown
      className={styles.picker}
      aria-label={label}
      placeholder={label}
      title={refusal ?? undefined}
      disabled={refusal != null}
      expandIcon={<ChevronDown12Regular />}
      button={selected?.app === undefined ? {} : { children: <NamedApp app={selected.app} /> }}
      value={selected?.text ?? ''}
      selectedOptions={chosen === null ? [] : [chosen]}
      onOptionSelect={(_, data) => {
        const choice = choices.find(({ value }) => value === data.optionValue);
        if (choice !== undefined) onChoose(choice.value);
      }}
    >
      {choices.map(({ value, text, app }) => (
        <Option key={value} value={value} text={text}>
          {app === undefined ? text : <NamedApp app={app} />}
        </Option>
      ))}
    </Dropdown>
  );
}
