import { Button } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../../../shared/ui/CopyButton.tsx';
import { channelMessages as words } from '../../channel-messages.ts';
import styles from './channels.module.css';

/** The secret of a new webhook, shown once. The browser does not store it. */
export function SecretOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.secret} aria-labelledby="secret-title">
      <h3 id="secret-title" ref={heading} tabIndex={-1}>
        {words.secretTitle}
      </h3>
      <p>{words.secretText}</p>
      <input type="text" readOnly aria-label={words.secret} value={secret} />
      <div className="flex gap-8">
        <CopyButton text={secret} label={words.secret} words={words} appearance="secondary" />
        <Button size="small" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </section>
  );
}
