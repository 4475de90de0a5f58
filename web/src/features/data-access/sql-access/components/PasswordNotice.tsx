import { Button } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx';
import type { NewPassword } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';
import { curlLine, firstStatement, type SqlAddress } from '../model/connection.ts';
import styles from './sql-access.module.css';

interface Props {
  made: NonNullable<NewPassword>;
  address: SqlAddress;
  onDone: () => void;
}

/** The password, shown once, with a line that uses it. The browser does not store it. */
export function PasswordNotice({ made: { user, password }, address, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { protocol } = window.location;
  const line = curlLine({ address, protocol, user, password }, firstStatement);
  return (
    <section className={styles.secret} aria-labelledby="password-title">
      <h2 id="password-title" ref={heading} tabIndex={-1}>
        {words.passwordTitle}
      </h2>
      <p>{words.passwordText}</p>
      <Value label={words.user} value={user} />
      <Value label={words.password} value={password} />
      <Value label={words.curl} value={line} />
      <div>
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </section>
  );
}

/** Letters of a line of a box, where the browser does not fit boxes to their text by itself. */
const lettersPerLine = 90;

/** A value that can be read as a whole and copied, and selected where there is no clipboard. */
export function Value({ label, value }: { label: string; value: string }) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={styles.value}>
      <label>
        <span>{label}</span>
        <textarea
          ref={box}
          readOnly
          rows={Math.ceil(value.length / lettersPerLine)}
          spellCheck={false}
          value={value}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <CopyButton text={value} label={label} words={words} onRefused={() => box.current?.select()} />
    </div>
  );
}
