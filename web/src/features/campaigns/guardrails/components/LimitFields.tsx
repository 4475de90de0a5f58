import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { guardrailMessages as words } from '../messages.ts';
import { type GuardrailRow, type Limit, pathOf } from '../model/guardrail-fields.ts';
import { limitText } from '../model/limit-text.ts';
import styles from './guardrail-table.module.css';
import type { GuardrailForm } from './use-guardrail-form.ts';

interface Props {
  row: GuardrailRow;
  form: GuardrailForm;
}

/** The limit of a guardrail as a sentence, with a field in each place where a number belongs. */
export function LimitFields({ row, form }: Props) {
  const { name, limit: sentence } = words.guardrails[row.name];
  const faults = row.limits.flatMap(({ field }) => form.faultOf(pathOf(row.name, field)) ?? []);
  const faultId = `fault-${row.name}`;
  return (
    <div className="grid gap-4">
      <span>
        {sentence.split(/\{(\w+)\}/).map((part, index) => {
          const limit = index % 2 === 1 ? row.limits.find(({ field }) => field === part) : undefined;
          if (limit === undefined) return part;
          return (
            <LimitField
              key={part}
              limit={limit}
              row={row}
              form={form}
              faultId={faultId}
              label={`${name}, ${words.fields[part]}`}
            />
          );
        })}
      </span>
      {faults.length > 0 && (
        <span id={faultId} className={styles.fault}>
          {[...new Set(faults)].join('. ')}
        </span>
      )}
    </div>
  );
}

interface FieldProps extends Props {
  limit: Limit;
  label: string;
  faultId: string;
}

function LimitField({ limit, row, form, label, faultId }: FieldProps) {
  const path = pathOf(row.name, limit.field);
  const edited = form.edited(path);
  const fault = form.faultOf(path) !== undefined;
  const value = typeof edited === 'string' ? edited : limitText(limit, form.kept.get(path) ?? '', form.currency);
  return (
    <>
      {limit.kind === 'amount' && <span className={styles.sign}>{currencySymbol(form.currency)}</span>}
      <input
        type="text"
        className={styles.field}
        data-kind={limit.kind}
        data-setting={path}
        data-edited={edited === undefined ? undefined : true}
        inputMode={limit.kind === 'count' ? 'numeric' : limit.kind === 'time' ? 'text' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault || undefined}
        aria-describedby={fault ? faultId : undefined}
        readOnly={form.refusal !== null}
        value={value}
        onChange={(event) => form.set(path, event.target.value)}
        onBlur={() => edited !== undefined && form.leave(path)}
      />
    </>
  );
}
