import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ReportRecipientResponse } from '@tapwise/contract/report-schedules';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { recipientQuery, useDecideOnReport } from '../api/report-recipient-api.ts';
import { confirmReportMessages as words } from '../confirm-report-messages.ts';
import { useLinkSecrets } from '../model/link-secrets.ts';
import { Refusal } from './Refusal.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './sign-in.module.css';

/**
 * The screen at /confirm-report: whether an address wants the reports of a team. Opening it decides nothing: programs that check links
 * open it too.
 */
export function ConfirmReportScreen() {
  const { token } = useLinkSecrets('hash');
  useTitle(words.title);
  return (
    <SignInFrame title={words.title}>
      {token === null ? <p role="alert">{words.noLink}</p> : <Recipient token={token} />}
    </SignInFrame>
  );
}

function Recipient({ token }: { token: string }) {
  const { data, error, isPending } = useQuery(recipientQuery(token));
  if (isPending) return <p role="status">Loading...</p>;
  if (data === undefined) return <Refusal error={error} />;
  return <Decision token={token} recipient={data} />;
}

function Decision({ token, recipient }: { token: string; recipient: ReportRecipientResponse }) {
  const decision = useDecideOnReport(token);
  const { team, author, report, cadence, state } = recipient;
  const decide = (accept: boolean) => !decision.isPending && decision.mutate(accept);
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{author === null ? words.ofTeam(team) : words.ofPerson(author, team)}</p>
      <p className="m-0">
        <strong>{report}</strong>
        <br />
        {cadence}
      </p>
      {decision.isError && <Refusal error={decision.error} />}
      <p role="status" className="m-0">
        {words.states[state]}
      </p>
      <div className="flex wrap gap-8">
        {state !== 'confirmed' && (
          <Button appearance="primary" disabledFocusable={decision.isPending} onClick={() => decide(true)}>
            {state === 'pending' ? words.accept : words.acceptAgain}
          </Button>
        )}
        {state !== 'unsubscribed' && (
          <Button disabledFocusable={decision.isPending} onClick={() => decide(false)}>
            {state === 'confirmed' ? words.unsubscribe : words.decline}
          </Button>
        )}
      </div>
    </div>
  );
}
