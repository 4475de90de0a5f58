import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import styles from './fields.module.css';

/** One of the choices; those of the same group stand under its name. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

interface Props<Value extends string> {
  label: string;
  value: Value | '';
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  fault?: string | undefined;
  /** How much room it has in the columns of a line. */
  size?: 'metric' | 'range' | 'operator' | 'action' | 'word';
  disabled?: boolean;
}

/** A choice in a line of fields. The browser's own list: a rule may have a hundred of them. */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, value, choices, onChange, fault, size = 'operator', disabled } = props;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <span className={styles.select} data-size={size}>
      <select
        className={styles.choice}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        disabled={disabled}
        value={chosen === undefined ? '' : value}
        onChange={(event) => {
          const next = choices.find((choice) => choice.value === event.target.value);
          if (next !== undefined) onChange(next.value);
        }}
      >
        {chosen === undefined && <option value="">{value === '' ? '' : value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
      <ChevronDown12Regular aria-hidden />
    </span>
  );
}
