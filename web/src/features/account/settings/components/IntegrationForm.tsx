import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx';
import { useAccount } from '../../session/index.ts';
import { useApplicationCommand } from '../api/application-api.ts';
import { settingsMessages as words } from '../messages.ts';
import type { IntegrationKey } from '../model/integration-state.ts';
import { CommandForm } from './CommandForm.tsx';
import styles from './settings.module.css';

interface Props {
  integration: IntegrationKey;
  application: Application;
  onDone: () => void;
}

/** What an integration asks for. */
export function IntegrationForm({ integration, application, onDone }: Props) {
  const application_id = application.id;
  if (integration === 'ads') {
    return (
      <CommandForm
        label={words.ads}
        submit="Submit"
        fields={[
          {
            name: 'account',
            label: 'Account name',
            hint: 'As Apple Ads, formerly Search Ads, shows it. Invite our API account there with the role API Account Manager.',
            missing: words.accountNameMissing,
          },
        ]}
        command={({ account }) => ({
          path: '/api/application/asa_account_name',
          body: { application_id, asa_account_name: account.trim() },
        })}
        onDone={onDone}
      />
    );
  }
  return <NotificationAddress application={application} onDone={onDone} />;
}

/** Where the store is to send notifications; a button confirms that the address was entered there. */
function NotificationAddress({ application, onDone }: Pick<Props, 'application' | 'onDone'>) {
  const confirm = useApplicationCommand();
  const { account } = useAccount();
  const unsaid = application.asc_notifications_integration === 'not_integrated' && !account.demo;
  const body = { application_id: application.id };
  const address = application.notifications_url;
  return (
    <div className={styles.address}>
      <p>{words.notificationAddress}</p>
      {address !== null && (
        <p className="row gap-8">
          <code>{address}</code>
          <CopyButton text={address} label={words.notificationUrl} words={words} />
        </p>
      )}
      {unsaid && (
        <Button
          disabledFocusable={confirm.isPending}
          onClick={() => confirm.mutate({ path: '/api/application/asc_notifications', body }, { onSuccess: onDone })}
        >
          {words.added}
        </Button>
      )}
      {confirm.isError && <span role="alert">{messageOf(confirm.error)}</span>}
    </div>
  );
}
