import { ArrowRight20Regular } from '@fluentui/react-icons/svg/arrow-right';
import { Play20Filled } from '@fluentui/react-icons/svg/play';
import { sessionMessages as words } from '../messages.ts';
import styles from './sign-in.module.css';

/** The way into the demo, one press and no typing. */
export function DemoButton({ disabled, onStart }: { disabled: boolean; onStart: () => void }) {
  return (
    <button type="button" className={styles.demo} aria-disabled={disabled} onClick={() => !disabled && onStart()}>
      <span className={styles.demoIcon}>
        <Play20Filled />
      </span>
      <span className={styles.demoWords}>
        <strong>{words.demo}</strong>
        <span className="text-12 leading-16 muted">{words.demoHint}</span>
      </span>
      <ArrowRight20Regular />
    </button>
  );
}
