import { Button, Field, Textarea } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { AlertEpisode } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { alertsOptions } from '../../../../../shared/campaigns/alerts/alerts-query.ts';
import { SidePanel, Waiting } from '../../../automation/index.ts';
import { alertMessages } from '../../messages.ts';
import { figureParts, momentText, windowText } from '../../model/episode-texts.ts';
import { zoneOf } from '../../model/zone.ts';
import { SnoozeMenu } from '../SnoozeMenu.tsx';
import type { AlertActions } from '../use-alert-actions.ts';
import type { AlertsUrl } from '../use-alerts-url.ts';
import { useMemberNames } from '../use-member-names.ts';
import { BeforeSection } from './BeforeSection.tsx';
import styles from './episode-panel.module.css';
import { FigureChart } from './FigureChart.tsx';
import { MessagesSection } from './MessagesSection.tsx';
import { useEpisode } from './use-episode.ts';

const { panel: words } = alertMessages;

interface Props {
  id: string;
  application: Application;
  url: AlertsUrl;
  actions: AlertActions;
}

/** One incident: its figure, what changed before it, and whom it was sent to. */
export function EpisodePanel({ id, application, url, actions }: Props) {
  const { episode, pending } = useEpisode(application.id, id, url.alert);
  const alerts = useQuery(alertsOptions(application.id));
  const alert = alerts.data?.find((candidate) => candidate.id === episode?.alert_id);
  const zone = zoneOf(application);
  if (episode === undefined)
    return (
      <SidePanel title={pending ? alertMessages.openNow : words.gone} onClose={url.close}>
        {pending ? <Waiting /> : null}
      </SidePanel>
    );
  return (
    <SidePanel
      title={alert?.name ?? alertMessages.alerts}
      description={stateText(episode, zone)}
      onClose={url.close}
      foot={episode.state !== 'recovered' && <Foot episode={episode} actions={actions} zone={zone} />}
    >
      <div className={styles.parts} data-episode-panel={id}>
        <Figure episode={episode} />
        {episode.series !== undefined && <FigureChart episode={episode} series={episode.series} />}
        <p className={styles.text}>{episode.text}</p>
        <BeforeSection episode={episode} zone={zone} />
        <MessagesSection episode={episode} zone={zone} />
        <Link to={url.addressOf(episode.alert_id)}>{words.settings}</Link>
      </div>
    </SidePanel>
  );
}

function stateText({ name, since, recovered_at }: AlertEpisode, zone: string): string {
  const from = momentText(since, zone);
  return recovered_at === null ? words.openSince(name, from) : words.over(name, from, momentText(recovered_at, zone));
}

function Figure({ episode }: { episode: AlertEpisode }) {
  if (episode.value === null) return null;
  const { value, unit } = figureParts(episode.value, episode);
  return (
    <p className={styles.figure}>
      <strong>{value}</strong> {unit} <span>{windowText(episode.window)}</span>
    </p>
  );
}

interface FootProps {
  episode: AlertEpisode;
  actions: AlertActions;
  zone: string;
}

/** Taking the incident, with a word for the team, and leaving it alone for a time. */
function Foot({ episode, actions, zone }: FootProps) {
  const [note, setNote] = useState('');
  const nameOf = useMemberNames();
  const { acknowledged } = episode;
  return (
    <div className={styles.foot}>
      {acknowledged === null ? (
        <Field label={alertMessages.note}>
          <Textarea value={note} maxLength={500} rows={2} onChange={(_, data) => setNote(data.value)} />
        </Field>
      ) : (
        <p>
          {alertMessages.takenBy(nameOf(acknowledged.by), momentText(acknowledged.at, zone))}
          {acknowledged.note !== null && <q>{acknowledged.note}</q>}
        </p>
      )}
      <div className="flex gap-8">
        {acknowledged === null && (
          <Button
            appearance="primary"
            disabledFocusable={actions.busy || actions.refusal !== null}
            title={actions.refusal ?? undefined}
            onClick={() => void actions.acknowledge(episode, note.trim())}
          >
            {alertMessages.acknowledge}
          </Button>
        )}
        <SnoozeMenu
          size="medium"
          subject={{ alertId: episode.alert_id, key: episode.key }}
          until={episode.snoozed_until}
          actions={actions}
        />
      </div>
    </div>
  );
}
