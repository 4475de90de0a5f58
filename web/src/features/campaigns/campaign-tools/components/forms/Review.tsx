import { reviewOf } from '../../model/review.ts';
import styles from './forms.module.css';
import type { ToolFormState } from './use-tool-form.ts';

/** What pressing the button will make, before it is pressed. */
export function Review({ form }: { form: ToolFormState }) {
  const { first, rest } = reviewOf(form.kind, form.values, form.findings, form.currency);
  return (
    <p className={styles.review}>
      <strong>{first}</strong>
      {rest}
    </p>
  );
}
