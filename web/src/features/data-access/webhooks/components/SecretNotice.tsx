import { Button } from '@fluentui/react-components';
import { Copy16Regular } from '@fluentui/react-icons/svg/copy';
import { useEffect, useRef, useState } from 'react';
import { webhookMessages as words } from '../messages.ts';
import styles from './endpoints.module.css';
import type { NewSecret } from './use-endpoint-writes.ts';

/** The secret, shown once. The browser does not store it. */
export function SecretNotice({ secret, rotated, onDone }: NewSecret & { onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  }
  /** Without a clipboard the text is selected, so that keys copy it. */
  const select = () => box.current?.select();
  return (
    <section className={styles.secret} aria-labelledby="secret-title">
      <h3 id="secret-title" ref={heading} tabIndex={-1}>
        {words.secretTitle}
      </h3>
      <p>
        {words.secretText} {rotated && words.overlap}
      </p>
      <div>
        <input ref={box} type="text" readOnly aria-label={words.secret} value={secret} />
        <Button size="small" icon={<Copy16Regular />} onClick={() => void copy().catch(select)}>
          {copied ? words.copied : words.copy}
        </Button>
        <Button size="small" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </section>
  );
}
