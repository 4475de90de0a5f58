import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { Dismiss16Regular } from '@fluentui/react-icons/svg/dismiss';
import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { useRef } from 'react';
import { useFocusInstead } from '../../page/use-kept-focus.ts';
import styles from './toasts.module.css';
import { type DisplayedToast, toastStore, useToasts } from './toasts.ts';

const icons = { success: CheckmarkCircle20Filled, error: ErrorCircle20Filled, info: Info20Regular };

/** The toasts of the page, over everything. Said once by screen readers; errors at once. */
export function ToastList() {
  const toasts = useToasts();
  const list = useRef<HTMLElement>(null);
  // A toast that is gone leaves the focus where it came from.
  const before = useRef<Element | null>(null);
  useFocusInstead(list, () => (before.current instanceof HTMLElement ? before.current : null));
  return (
    <section
      ref={list}
      className={styles.list}
      aria-label="Notices"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: DisplayedToast }) {
  const { id, intent, text, details = [], action } = toast;
  const Icon = icons[intent];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: while it is read it stays; nothing is done by it.
    <div
      role={intent === 'error' ? 'alert' : 'status'}
      className={styles.toast}
      data-intent={intent}
      // A pointer that rests where the toast appears does not keep it there; one that is moved over it does.
      onPointerMove={() => toastStore.hold(id)}
      onPointerLeave={() => toastStore.release(id)}
      onFocus={() => toastStore.hold(id)}
      onBlur={() => toastStore.release(id)}
    >
      <Icon aria-hidden />
      <div className={styles.words}>
        <strong>{text}</strong>
        {details.map((line) => (
          <span className="text-13 leading-18 muted" key={line}>
            {line}
          </span>
        ))}
      </div>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toastStore.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => toastStore.dismiss(id)}>
        <Dismiss16Regular />
      </button>
    </div>
  );
}
