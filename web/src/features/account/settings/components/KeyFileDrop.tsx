import { Field } from '@fluentui/react-components';
import { ArrowUpload20Regular } from '@fluentui/react-icons/svg/arrow-upload';
import { type DragEvent, useId, useRef, useState } from 'react';
import { settingsMessages as words } from '../messages.ts';
import { fileFault, type WizardValues } from '../model/store-wizard.ts';
import styles from './wizard.module.css';

interface Props {
  file: WizardValues['keyFile'];
  fault: string | undefined;
  onFile: (file: NonNullable<WizardValues['keyFile']>) => void;
  onFault: (words: string) => void;
}

/** Where the key file is dropped; the same place is a button that opens the file dialog. */
export function KeyFileDrop({ file, fault, onFile, onFault }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  const [over, setOver] = useState(false);
  async function acceptFiles(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const refusal = fileFault(files);
    if (refusal !== null) return onFault(refusal);
    const text = await first.text().catch(() => null);
    if (text === null) onFault(words.unreadable);
    else onFile({ name: first.name, text });
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void acceptFiles([...event.dataTransfer.files]);
  }
  return (
    <Field label="API key file" required validationMessage={fault}>
      {(field) => (
        <div>
          <button
            id={field.id}
            aria-labelledby={`${field['aria-labelledby'] ?? ''} ${textId}`.trim()}
            aria-describedby={field['aria-describedby']}
            name="keyFile"
            type="button"
            className={styles.drop}
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
            <span id={textId}>
              {file === null ? 'Drop the .p8 file here or choose it' : `${file.name}, choose another`}
            </span>
          </button>
          <input
            ref={input}
            type="file"
            accept=".p8"
            hidden
            data-testid="key-file"
            onChange={(event) => {
              void acceptFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </Field>
  );
}
