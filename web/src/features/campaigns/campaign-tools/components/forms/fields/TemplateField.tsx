import { Button, Field } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { useState } from 'react';
import { FileDrop } from '../../../../../../shared/files/FileDrop.tsx';
import { saveFile } from '../../../../../../shared/files/save-file.ts';
import { messageOf } from '../../../../../../shared/server/http/api-error.ts';
import { toolMessages as words } from '../../../messages.ts';
import { readTemplate, templateFault } from '../../../model/template-file.ts';
import { sampleTemplate } from '../sample-template.ts';
import type { ToolFormState } from '../use-tool-form.ts';
import styles from './fields.module.css';

/** Where the template is dropped; the same place is a button that opens the file dialog. */
export function TemplateField({ form }: { form: ToolFormState }) {
  const [fault, setFault] = useState<string | null>(null);
  const { templateName } = form.values;

  async function acceptFiles(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const refusal = templateFault(files);
    setFault(refusal);
    if (refusal !== null) return;
    try {
      form.set({ template: readTemplate(new Uint8Array(await file.arrayBuffer())), templateName: file.name });
    } catch (error) {
      setFault(messageOf(error));
    }
  }
  const text = templateName === '' ? words.dropTemplate : words.chosenTemplate(templateName);
  return (
    <div className={styles.template}>
      <Field label={words.labels.template} hint={words.templateHint} validationMessage={fault ?? form.errors.template}>
        {(field) => (
          <FileDrop
            field={field}
            label={{ words: `${words.labels.template}: ${text}` }}
            name="template"
            text={text}
            accept=".csv"
            testId="template-file"
            className={styles.drop}
            onFiles={(files) => void acceptFiles(files)}
          />
        )}
      </Field>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownload20Regular />}
        onClick={() =>
          saveFile(new Blob([sampleTemplate(form)], { type: 'text/csv;charset=utf-8' }), 'skag-template.csv')
        }
      >
        {words.sample}
      </Button>
    </div>
  );
}
