import { useState } from 'react';
import { piecesOf } from '../../../model/draft/scope-filters.ts';
import fields from '../../fields/fields.module.css';
import styles from './scope.module.css';

interface Props {
  label: string;
  hint: string;
  pieces: readonly string[];
  onChange: (pieces: string[]) => void;
}

/** Several texts in one box, separated by commas. What is typed stays as it is; its pieces are taken as one types. */
export function PiecesField({ label, hint, pieces, onChange }: Props) {
  const [text, setText] = useState(pieces.join(', '));
  return (
    <span className={styles.pieces}>
      <input
        className={fields.input}
        data-wide
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(piecesOf(event.target.value));
        }}
      />
    </span>
  );
}
