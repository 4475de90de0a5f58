import { Combobox, Option } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useState } from 'react';
import styles from '../scope.module.css';
import { noChoice, scopeMessages as words } from '../scope-messages.ts';

interface Props {
  label: string;
  /** Shown while nothing is chosen, where the label is beside the picker. */
  placeholder?: string;
  choices: readonly { value: string; text: string }[];
  chosen: string | null;
  onChoose: (value: string) => void;
  /** Why nothing can be chosen; `null` when it can. */
  refusal?: string | null;
  loading?: boolean;
  /** The choices could not be read. */
  failed?: boolean;
}

/** More options than this are not drawn at once; typing finds the others. */
const mostOptions = 100;

/** One of many, found by typing, as a segment of the scope bar. */
export function SearchPicker(props: Props) {
  const { label, choices, chosen, onChoose, refusal = null, loading = false, failed = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = choices.find(({ value }) => value === chosen)?.text ?? '';
  const wanted = (typed ?? '').trim().toLowerCase();
  const matching = choices.filter((choice) => choice.text.toLowerCase().includes(wanted));
  const visibleChoices = matching.slice(0, mostOptions);
  const left = matching.length - visibleChoices.length;
  return (
    <Combobox
      className={styles.picker}
      aria-label={label}
      placeholder={loading ? words.loading : (props.placeholder ?? label)}
      title={refusal ?? (text === '' ? undefined : text)}
      disabled={refusal !== null}
      expandIcon={<ChevronDown12Regular />}
      value={typed ?? text}
      selectedOptions={chosen === null ? [] : [chosen]}
      onChange={(event) => setTyped(event.target.value)}
      onOpenChange={(_, { open }) => setTyped(open ? '' : null)}
      onOptionSelect={(_, { optionValue }) => {
        if (optionValue !== undefined && optionValue !== '') onChoose(optionValue);
        setTyped(null);
      }}
    >
      {visibleChoices.map(({ value, text: words }) => (
        <Option key={value} value={value}>
          {words}
        </Option>
      ))}
      {left > 0 && (
        <Option value="" disabled text={`${left} more`}>
          {left} more: type to find them
        </Option>
      )}
      {matching.length === 0 && (
        <Option value="" disabled text="None">
          {noChoice({ loading, failed, none: choices.length === 0 })}
        </Option>
      )}
    </Combobox>
  );
}
