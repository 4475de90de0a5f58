import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import type { AppleAdsConnection } from '@tapwise/contract/apple-ads';
import { useState } from 'react';
import type { ConnectionScope } from '../../api/apple-ads-api.ts';
import { appleAdsMessages as words } from '../../apple-ads-messages.ts';
import styles from './apple-ads.module.css';
import { OwnAccessDialog } from './OwnAccessDialog.tsx';

interface Props {
  scope: ConnectionScope;
  connection: AppleAdsConnection;
  /** Why nothing can be changed here; `null` when it can. */
  refusal: string | null;
}

/** How an account is opened to us: our API user is invited, or a key of ours is uploaded there. */
export function ConnectionWays({ scope, connection, refusal }: Props) {
  const [open, setOpen] = useState(false);
  const restoreFocus = useRestoreFocusTarget();
  return (
    <>
      <h4 className={styles.title}>{words.ways}</h4>
      <dl className={styles.ways}>
        <div>
          <dt>{words.invite}</dt>
          <dd>{words.inviteText}</dd>
        </div>
        <div>
          <dt>{words.own}</dt>
          <dd>{words.ownText}</dd>
          <dd>
            <Button
              {...restoreFocus}
              size="small"
              aria-haspopup="dialog"
              disabledFocusable={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => setOpen(refusal === null)}
            >
              {connection.credentials === 'own' ? words.changeOwn : words.setUpOwn}
            </Button>
          </dd>
        </div>
      </dl>
      {open && (
        <OwnAccessDialog
          scope={scope}
          name={words.unique(connection.name, connection.organization_id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
