import { Button } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../../../../../shared/page/use-settled.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { type DryRun, dryRunOptions, type RuleDraft } from '../../api/automation-api.ts';
import { automationMessages } from '../../messages.ts';
import { chosenCount } from '../../model/rule-form.ts';
import { countVerdicts } from '../../model/run-texts.ts';
import styles from './form.module.css';
import type { RuleFormState } from './use-rule-form.ts';

const words = automationMessages.preview;
/** A draft is counted once nothing has been typed for so long, in milliseconds. */
const pauseMs = 600;

interface Props {
  applicationId: number;
  form: RuleFormState;
}

/** What the draft would do if it ran now. Counting begins by itself, is given up with the next change, and can be stopped. */
export function DraftPreview({ applicationId, form }: Props) {
  const client = useQueryClient();
  const { draft } = form;
  const none = chosenCount(form.values.applyTo) === 0;
  const wanted = useSettled(draft === null || none ? null : JSON.stringify(draft), pauseMs);
  const [stopped, setStopped] = useState<string | null>(null);
  const subject = wanted === null || wanted === stopped ? null : (JSON.parse(wanted) as RuleDraft);
  const query = useQuery({
    ...dryRunOptions(applicationId, subject),
    placeholderData: (before: DryRun | undefined) => before,
  });
  const counting = subject !== null && query.isFetching;
  const stop = () => {
    setStopped(wanted);
    void client.cancelQueries({ queryKey: dryRunOptions(applicationId, subject).queryKey });
  };
  const again = () => {
    if (wanted === stopped) setStopped(null);
    else void query.refetch();
  };
  return (
    <section className={styles.preview} aria-labelledby="preview-title">
      <div className={styles.previewHead}>
        <h3 id="preview-title">{words.title}</h3>
        {wanted !== null && (
          <Button size="small" appearance="subtle" onClick={counting ? stop : again}>
            {counting ? words.stop : words.again}
          </Button>
        )}
      </div>
      <div role="status">
        <PreviewLine
          none={none}
          invalid={draft === null}
          stopped={wanted !== null && wanted === stopped}
          counting={counting}
          error={subject !== null && query.isError ? messageOf(query.error) : null}
          response={subject === null ? undefined : query.data}
        />
      </div>
      <small>{words.draftNote}</small>
    </section>
  );
}

interface LineProps {
  none: boolean;
  invalid: boolean;
  stopped: boolean;
  counting: boolean;
  error: string | null;
  response: DryRun | undefined;
}

function PreviewLine({ none, invalid, stopped, counting, error, response }: LineProps) {
  if (none) return <p>{words.choose}</p>;
  if (invalid) return <p>{words.invalid}</p>;
  if (stopped) return <p>{words.stopped}</p>;
  if (error !== null && !counting) return <p>{error}</p>;
  if (response === undefined) return <p>{words.counting}</p>;
  const counts = countVerdicts(response.verdicts);
  const text = words.line(counts.checked, counts.raised, counts.atCap, counts.skipped);
  return (
    <>
      <p data-line data-stale={counting || undefined}>
        {text}
      </p>
      {counts.failed > 0 && <p>{words.others(counts.failed)}</p>}
      {counting && <p className="visually-hidden">{words.counting}</p>}
    </>
  );
}
