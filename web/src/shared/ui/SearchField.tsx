import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { Search16Regular } from '@fluentui/react-icons/svg/search';
import { type Ref, useRef } from 'react';
import styles from './search-field.module.css';

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** Without a border, for rows of controls. */
  quiet?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  className?: string | undefined;
}

/** A box that narrows what is below it while one types. Plain elements: every report's first load has it. */
export function SearchField({ label, placeholder = label, value, onChange, quiet, inputRef, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={`${styles.box} ${className ?? ''}`} data-quiet={quiet || undefined}>
      <Search16Regular aria-hidden />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          className="center flex-none secondary size-24 rounded-4"
          type="button"
          tabIndex={-1}
          aria-label="Clear"
          onClick={() => {
            onChange('');
            box.current?.querySelector('input')?.focus();
          }}
        >
          <Dismiss16Regular />
        </button>
      )}
    </div>
  );
}
