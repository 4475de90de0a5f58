import { Button } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { NoticeBar } from '../../../../../shared/ui/NoticeBar.tsx';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { automationKey, instantText, SidePanel, Waiting } from '../../../automation/index.ts';
import type { CustomRuleListed } from '../../api/custom-rule-types.ts';
import { restoreVersion, versionsOptions } from '../../api/rule-page-api.ts';
import { pageWords as words } from '../../messages/page-words.ts';
import styles from './why.module.css';

interface Props {
  application: Application;
  rule: CustomRuleListed;
  timeZone: string;
  onClose: () => void;
}

/** Every version of a rule, newest first: who made it, when, and what is another in it. Any of them can be restored. */
export function VersionsPanel({ application, rule, timeZone, onClose }: Props) {
  const client = useQueryClient();
  const query = useQuery(versionsOptions(application.id, rule.id));
  const [busy, setBusy] = useState(false);
  const restore = async (version: number): Promise<void> => {
    setBusy(true);
    try {
      const { warnings } = await restoreVersion(application.id, rule.id, version);
      showToast({ intent: 'success', text: words.restored(version), details: warnings });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: automationKey(application.id) });
    }
  };
  const versions = query.data?.toSorted((left, right) => right.version - left.version) ?? [];
  return (
    <SidePanel title={words.versionsTitle(rule.campaign_name)} onClose={onClose}>
      {query.isPending && <Waiting rows={4} />}
      {query.isError && <NoticeBar intent="error">{messageOf(query.error)}</NoticeBar>}
      <ol className={styles.versions}>
        {versions.map(({ version, at, by, what }) => (
          <li key={version}>
            <strong>{words.versionTitle(version, instantText(at, timeZone))}</strong>
            <small>
              {words.by(by)}
              {version === rule.version && ` · ${words.current}`}
            </small>
            <ul>
              {(what.length === 0 ? [words.firstVersion] : what).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {version !== rule.version && (
              <Button size="small" disabledFocusable={busy} onClick={() => !busy && void restore(version)}>
                {words.restore(version)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}
