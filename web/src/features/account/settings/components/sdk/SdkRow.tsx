import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { useAccount } from '../../../session/index.ts';
import { useFirstSdkCall, useSdkVersions } from '../../api/sdk-api.ts';
import type { Integration } from '../../model/integration-state.ts';
import { withVersionTroubles } from '../../model/sdk-trouble.ts';
import { sdkMessages as words } from '../../sdk-messages.ts';
import { IntegrationRow } from '../IntegrationRow.tsx';
import settings from '../settings.module.css';
import styles from './sdk.module.css';

interface Props {
  integration: Integration;
  application: Application;
  /** Why nothing can be changed here; `null` when it can. */
  refusal: string | null;
}

/** Fetched when it is first opened: it holds the lines of all languages. */
const SdkSetUp = lazyPart(async () => (await import('./SdkSetUp.tsx')).SdkSetUp);

/** The row of the SDK: turns to Active with the first call, and says which version does worse than the others. */
export function SdkRow({ integration, application, refusal }: Props) {
  const { account } = useAccount();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const versions = useSdkVersions(application);
  useFirstSdkCall(application);
  const guide = (
    <Button
      size="small"
      className={settings.action}
      aria-label={`${words.guide}: ${integration.title}`}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onClick={() => setOpen(!open)}
    >
      {words.guide}
    </Button>
  );
  return (
    <IntegrationRow
      integration={withVersionTroubles(integration, versions.data)}
      application={application}
      refusal={refusal ?? (account.access === 'restricted' ? words.readOnly : null)}
      button={guide}
    >
      {open && (
        <section id={panelId} className={styles.panel} aria-label={words.setUp(application.name)}>
          <Suspense fallback={<p role="status">{words.loading}</p>}>
            <SdkSetUp application={application} />
          </Suspense>
        </section>
      )}
    </IntegrationRow>
  );
}
