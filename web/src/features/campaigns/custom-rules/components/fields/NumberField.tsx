import { useId } from 'react';
import styles from './fields.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** What is wrong with it; it is shown under the line it is in. */
  fault?: string | undefined;
  placeholder?: string | undefined;
  /** Written behind the box. */
  unit?: string | undefined;
  wide?: boolean;
}

/** A number in a line of fields, with its unit behind it. */
export function NumberField({ label, value, onChange, fault, placeholder, unit, wide }: Props) {
  const id = useId();
  return (
    <span className={styles.number}>
      <input
        id={id}
        className={styles.input}
        data-wide={wide || undefined}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit !== undefined && unit !== '' && <span className="muted">{unit}</span>}
    </span>
  );
}
