import { Button } from '@fluentui/react-components';
import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { useEffect, useRef } from 'react';
import { toolMessages as words } from '../../messages.ts';
import type { Refusal } from '../../model/refusal.ts';
import styles from './form-alert.module.css';
import type { ToolFormState } from './use-tool-form.ts';

/** Reasons that are shown before the others are counted. */
const mostReasons = 8;
/** Entries may have 4,000 letters. */
const mostLetters = 40;

const shortened = (text: string): string =>
  [...text].length > mostLetters
    ? `${[...text].slice(0, mostLetters).join('').trimEnd()} … (${[...text].length})`
    : text;

/** Why the form was not taken: every entry with its reason and the way to take them out, or lines of the template. */
export function FormAlert({ form, refusal }: { form: ToolFormState; refusal: Refusal }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.querySelector<HTMLElement>('button')?.focus();
  }, []);
  const { message, reasons = [], lines = [], confirmable = false } = refusal;
  return (
    <div ref={box} role="alert" className={styles.alert}>
      <ErrorCircle20Filled aria-hidden />
      <div className="flex-1 min-w-0">
        <div className={styles.alertHead}>
          <strong>{message}</strong>
          {reasons.length > 0 && (
            <Button size="small" onClick={form.fixIt}>
              {words.fixIt}
            </Button>
          )}
          {confirmable && (
            <Button size="small" onClick={() => form.submit(true)}>
              {words.sendAnyway}
            </Button>
          )}
        </div>
        {reasons.length > 0 && (
          <ul className={styles.reasons}>
            {reasons.slice(0, mostReasons).map(({ list, text, message: why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: copies of an entry are named one by one.
              <li key={index}>
                <span>
                  <strong className="medium">{shortened(text)}</strong>
                  {list !== 'keywords' && ` ${words.negativeMark}`}
                </span>
                <span>{why}</span>
              </li>
            ))}
            {reasons.length > mostReasons && <li>{words.moreReasons(reasons.length - mostReasons)}</li>}
          </ul>
        )}
        {lines.length > 0 && <LineTable lines={lines} />}
      </div>
    </div>
  );
}

function LineTable({ lines }: { lines: NonNullable<Refusal['lines']> }) {
  const { lineColumns: columns } = words;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.lines} tabIndex={0} aria-label={words.linesOf}>
      <table className="full-width text-12 leading-16">
        <thead>
          <tr>
            <th scope="col">{columns.line}</th>
            <th scope="col">{columns.column}</th>
            <th scope="col">{columns.value}</th>
            <th scope="col">{columns.message}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, column, value, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several errors.
            <tr key={index}>
              <td>{line}</td>
              <td>{column}</td>
              <td>{shortened(value)}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
