import { Field } from '@fluentui/react-components';
import { FileDrop } from '../../../../../shared/files/FileDrop.tsx';
import { settingsMessages as words } from '../../messages.ts';
import { fileFault, type WizardValues } from '../../model/store-wizard.ts';
import styles from './wizard.module.css';

interface Props {
  file: WizardValues['keyFile'];
  fault: string | undefined;
  onFile: (file: NonNullable<WizardValues['keyFile']>) => void;
  onFault: (words: string) => void;
}

/** Where the key file is dropped; the same place is a button that opens the file dialog. */
export function KeyFileDrop({ file, fault, onFile, onFault }: Props) {
  async function acceptFiles(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    const refusal = fileFault(files);
    if (refusal !== null) return onFault(refusal);
    const text = await first.text().catch(() => null);
    if (text === null) onFault(words.unreadable);
    else onFile({ name: first.name, text });
  }
  return (
    <Field label="API key file" required validationMessage={fault}>
      {(field) => (
        <FileDrop
          field={field}
          label={{ fieldLabelId: field['aria-labelledby'] ?? '' }}
          name="keyFile"
          text={file === null ? 'Drop the .p8 file here or choose it' : `${file.name}, choose another`}
          accept=".p8"
          testId="key-file"
          className={styles.drop}
          onFiles={(files) => void acceptFiles(files)}
        />
      )}
    </Field>
  );
}
