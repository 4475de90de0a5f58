import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { useNavigate } from 'react-router-dom';
import { Message } from '../../../../shared/report/index.ts';
import { storeMessages as words } from '../messages.ts';

/** Without the store's reports: what is missing, and the way to the step of Settings that provides it. */
export function NotSetUp({ application }: { application: Pick<Application, 'id'> | null }) {
  const navigate = useNavigate();
  const step = application === null ? '' : `#store-${application.id}`;
  return (
    <Message
      title={application === null ? words.noApplications : words.notConnected}
      actions={
        <Button appearance="primary" onClick={() => void navigate(`/client/settings${step}`)}>
          {words.openSettings}
        </Button>
      }
    />
  );
}
