import { Field } from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { formatCount } from '../../../../../../shared/format/numbers.ts';
import { useSameList } from '../../../../../../shared/page/use-with-previous.ts';
import { toolMessages as words } from '../../../messages.ts';
import { markedRuns } from '../../../model/keyword-marks.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './fields.module.css';
import { FieldLabel } from './fields.tsx';

interface Props {
  form: ToolFormState;
  name: 'keywords' | 'negatives';
  label?: string;
  optional?: boolean;
}

/** A list of keywords: counted while it is typed, with what cannot be used tinted in its place. */
export function KeywordsField({ form, name, label = words.labels[name], optional = false }: Props) {
  const { [name]: text } = form.values;
  const forKeywords = name === 'keywords';
  const refused = form.refusal?.reasons ?? [];
  const bad = [...form.findings.bad, ...refused].filter(({ list }) => (list === 'keywords') === forKeywords);
  const marked = new Set(bad.map((finding) => finding.text));
  const count = forKeywords ? form.findings.keywords : form.findings.negatives;
  const repeated = forKeywords ? form.findings.repeatedKeywords : form.findings.repeatedNegatives;
  const counts = (
    <span className={styles.counts}>
      {formatCount(count)}
      {repeated > 0 && `, ${words.repeat(repeated)}`}
      {marked.size > 0 && (
        <>
          , <span className={styles.bad}>{words.unusable(marked.size)}</span>
        </>
      )}
    </span>
  );
  return (
    <Field
      label={<FieldLabel text={label} note={optional ? words.optional : undefined} />}
      hint={count === 0 ? words.keywordsHint : counts}
      validationMessage={form.errors[name]}
    >
      {(field) => (
        <MarkedText
          text={text}
          marked={marked}
          props={{ ...field, name }}
          onChange={(next) => form.set({ [name]: next })}
        />
      )}
    </Field>
  );
}

interface MarkedProps {
  text: string;
  marked: ReadonlySet<string>;
  props: React.TextareaHTMLAttributes<HTMLTextAreaElement>;
  onChange: (text: string) => void;
}

/** A box for text over the same text, unseen but for the tint of what is marked; both scroll together. */
function MarkedText({ text, marked, props, onChange }: MarkedProps) {
  const behind = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const follow = () => {
    if (behind.current !== null) behind.current.scrollTop = box.current?.scrollTop ?? 0;
  };
  const marks = useSameList([...marked]);
  const runs = useMemo(() => (marks.length === 0 ? [] : markedRuns(text, new Set(marks))), [text, marks]);
  // What is behind has just got its length: it may have to scroll to where the box is already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the runs are what is behind.
  useLayoutEffect(follow, [runs]);
  return (
    <div className={styles.textBox}>
      <div ref={behind} className={styles.behind} aria-hidden="true">
        {/* biome-ignore lint/suspicious/noArrayIndexKey: runs have nothing but a place. */}
        {runs.map((run, index) => (run.bad ? <mark key={index}>{run.text}</mark> : run.text))}
        {'\n'}
      </div>
      <textarea
        {...props}
        ref={box}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onScroll={follow}
      />
    </div>
  );
}
