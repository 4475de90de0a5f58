import { Button } from '@fluentui/react-components';
import { Tag20Regular } from '@fluentui/react-icons/svg/tag';
import type { Application } from '@tapwise/contract';
import { Suspense, useId, useState } from 'react';
import { labelMessages as words } from '../../../../../shared/campaigns/labels/label-messages.ts';
import { lazyPart } from '../../../../../shared/page/lazy-part.tsx';
import { useAccount } from '../../../session/index.ts';
import { sdkMessages } from '../../sdk-messages.ts';
import settings from '../settings.module.css';

/** Fetched when it is first opened. */
const LabelList = lazyPart(async () => (await import('./LabelList.tsx')).LabelList);

/** The labels of an application, which are opened here. */
export function LabelsRow({ application }: { application: Application }) {
  const { account } = useAccount();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const refusal = account.access === 'restricted' ? sdkMessages.readOnly : null;
  return (
    <div className="border-top" data-labels={application.id}>
      <div className={settings.line}>
        <span className="center flex-none secondary size-32 surface-3 rounded-6">
          <Tag20Regular />
        </span>
        <div className={settings.words}>
          <strong>{words.labels}</strong>
          <span>{words.own}</span>
        </div>
        <Button
          size="small"
          className={settings.action}
          aria-label={words.ofLabel(words.manage, words.manageOf(application.name))}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          disabledFocusable={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => refusal === null && setOpen(!open)}
        >
          {words.manage}
        </Button>
      </div>
      {open && (
        <section id={panelId} className={settings.form} aria-label={words.manageOf(application.name)}>
          <Suspense fallback={<p role="status">{words.loading}</p>}>
            <LabelList applicationId={application.id} />
          </Suspense>
        </section>
      )}
    </div>
  );
}
