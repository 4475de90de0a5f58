interface Props {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** A box that is ticked, with its words; the same look everywhere. */
export function LabelledBox({ label, checked, onChange }: Props) {
  return (
    <label className="checkbox">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
