import { guardrailMessages as words } from '../messages.ts';
import { type GuardrailRow, pathOf } from '../model/guardrail-fields.ts';
import styles from './guardrail-table.module.css';
import { LimitFields } from './LimitFields.tsx';
import type { GuardrailForm } from './use-guardrail-form.ts';

interface Props {
  title: string;
  rows: readonly GuardrailRow[];
  form: GuardrailForm;
}

/** Guardrails of one kind: what each limits, how far, and what happens beyond that to people and to rules. */
export function GuardrailTable({ title, rows, form }: Props) {
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{words.columns.limit}</th>
          <th scope="col">{words.columns.people}</th>
          <th scope="col">{words.columns.rules}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { name, description } = words.guardrails[row.name];
          return (
            <tr key={row.name}>
              <th scope="row">
                {name}
                <span>{description}</span>
              </th>
              <td>
                <LimitFields row={row} form={form} />
              </td>
              <ModeCell row={row} form={form} actorKind="people" label={words.peopleOf(name)} />
              <ModeCell row={row} form={form} actorKind="rules" label={words.rulesOf(name)} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ModeProps {
  row: GuardrailRow;
  form: GuardrailForm;
  actorKind: 'people' | 'rules';
  label: string;
}

/** What happens beyond the limit; a dash where it does not concern them. */
function ModeCell({ row, form, actorKind, label }: ModeProps) {
  const path = pathOf(row.name, actorKind);
  const modes = row[actorKind];
  if (modes.length === 0) {
    const always = actorKind === 'rules' && row.always === true;
    return (
      <td className={always ? styles.always : styles.none} data-label={words.columns[actorKind]}>
        {always ? words.always : '–'}
      </td>
    );
  }
  const edited = form.edited(path);
  return (
    <td data-label={words.columns[actorKind]}>
      <select
        className={styles.mode}
        aria-label={label}
        data-setting={path}
        data-edited={edited === undefined ? undefined : true}
        disabled={form.refusal !== null}
        value={String(edited ?? form.kept.get(path) ?? '')}
        onChange={(event) => form.set(path, event.target.value)}
      >
        {modes.map((mode) => (
          <option key={mode} value={mode}>
            {words.ownModes[`${row.name} ${mode}`] ?? words.modes[mode]}
          </option>
        ))}
      </select>
    </td>
  );
}
