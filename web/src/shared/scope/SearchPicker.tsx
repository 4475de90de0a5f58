import { Combobox, Option } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useState } from 'react';
import styles from './scope.module.css';

interface Props {
  label: string;
  choices: readonly { value: string; text: string }[];
  chosen: string | null;
  onChoose: (value: string) => void;
  /** Why nothing can be chosen; `null` when it can. */
  refusal?: string | null;
  loading?: boolean;
}

/** More options than this are not drawn at once; typing finds the others. */
const mostOptions = 100;

/** One of many, found by typing, as a segment of the scope bar. */
export function SearchPicker(props: Props) {
  const { label, choices, chosen, onChoose, refusal = null, loading = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = choices.find(({ value }) => value === chosen)?.text ?? '';
  const wanted = (typed ?? '').trim().toLowerCase();
  const matching = choices.filter((choice) => choice.text.toLowerCase().includes(wanted));
  const shown = matching.slice(0, mostOptions);
  const left = matching.length - shown.length;
  return (
    <Combobox
      className={styles.picker}
      aria-label={label}
      placeholder={loading ? 'Loading...' : label}
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
      {shown.map(({ value, text: words }) => (
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
          {loading ? 'Loading...' : 'No name matches'}
        </Option>
      )}
    </Combobox>
  );
}
