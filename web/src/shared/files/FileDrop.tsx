import { ArrowUpload20Regular } from '@fluentui/react-icons/svg/arrow-upload';
import { type DragEvent, useId, useRef, useState } from 'react';

interface Props {
  /** Of the field's control: what names and describes it. */
  field: { readonly id?: string; readonly 'aria-describedby'?: string | undefined };
  /** What names the button: its own text after the field's label, or words that say both. */
  label: { readonly fieldLabelId: string } | { readonly words: string };
  name: string;
  /** What the button says. */
  text: string;
  /** Ending of the files, with the dot. */
  accept: string;
  testId: string;
  className: string | undefined;
  onFiles: (files: readonly File[]) => void;
}

/** Where a file is dropped; the same place is a button that opens the file dialog. */
export function FileDrop({ field, label, name, text, accept, testId, className, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const [over, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  }
  return (
    <div>
      <button
        id={field.id}
        aria-label={'words' in label ? label.words : undefined}
        aria-labelledby={'words' in label ? undefined : `${label.fieldLabelId} ${textId}`.trim()}
        aria-describedby={field['aria-describedby']}
        name={name}
        type="button"
        className={className}
        data-over={over || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ArrowUpload20Regular />
        <span id={textId}>{text}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        data-testid={testId}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
