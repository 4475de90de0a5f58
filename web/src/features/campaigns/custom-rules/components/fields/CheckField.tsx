interface Props {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A box with its name, in a line of fields. */
export function CheckField({ label, hint, checked, onChange }: Props) {
  return (
    <label className="checkbox">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label} {hint !== undefined && <span className="muted">{hint}</span>}
      </span>
    </label>
  );
}
