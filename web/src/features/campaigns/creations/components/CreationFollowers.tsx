import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { askCreation } from '../../../../shared/campaigns/creations/creation-calls.ts';
import { isOpen, noteProgress } from '../../../../shared/campaigns/creations/creations-query.ts';
import { followCreation } from '../../../../shared/campaigns/creations/follow-creation.ts';
import type { WatchedCreation } from '../../../../shared/campaigns/creations/watched-applications.ts';
import { usePageVisible } from '../../../../shared/page/browser-state.ts';
import { toolPaths } from '../../../../shared/page/tool-paths.ts';
import { ApiError } from '../../../../shared/server/http/api-error.ts';
import {
  type CreationMessage,
  connectionState,
  followCreations,
} from '../../../../shared/server/live/live-connection.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { creationMessages as words } from '../messages.ts';
import { refreshAfterEnd, reportCreated } from './report-created.ts';

/** Follows what is being created, whatever screen is shown, and reports its end. Draws nothing. */
export function CreationFollowers({ creations }: { creations: readonly WatchedCreation[] }) {
  const open = creations.filter(isOpen);
  const visible = usePageVisible();
  return visible && open.map((creation) => <Follower key={creation.request_id} creation={creation} />);
}

/** A socket that says nothing for so long is not relied upon, in milliseconds. */
const silenceMs = 10_000;
/** Between two questions while there is no socket; the server holds each for as long again. */
const pauseMs = 1_000;

function Follower({ creation }: { creation: WatchedCreation }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { application_id, request_id } = creation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins with what is known then, and learns the rest itself.
  useEffect(() => {
    const ears = listen(application_id, request_id, (news) => noteProgress(client, application_id, news));
    const following = followCreation(creation, {
      ask: (progress) => askCreation(application_id, { ...creation, ...progress }),
      wait: ears.wait,
      onProgress: ({ campaign_id, offset, queued }) =>
        noteProgress(client, application_id, {
          request_id,
          campaign_id,
          ...(offset === undefined ? {} : { offset }),
          ...(queued === true ? { state: 'queued' } : {}),
        }),
    });
    following
      .then((response) => {
        if (response === null) return;
        reportCreated(client, navigate, creation, response);
      })
      .catch((error: unknown) => {
        if (!ears.ended()) reportFailure(creation, error, () => void navigate(toolPaths.tools));
      })
      .finally(() => {
        if (!ears.ended()) void refreshAfterEnd(client, application_id);
      });
    return ears.end;
  }, [client, application_id, request_id]);
  return null;
}

/** What the socket says about one creation, and the pauses between questions. */
function listen(applicationId: number, requestId: string, onNews: (news: CreationMessage) => void) {
  let over = false;
  /** The socket reported the end while nothing waited for it. */
  let due = false;
  let wake: (() => void) | null = null;
  const stop = followCreations(applicationId, (news) => {
    if (news.request_id !== requestId || over) return;
    if (isOpen(news)) return onNews(news);
    due = true;
    wake?.();
  });
  return {
    ended: () => over,
    wait: () =>
      new Promise<boolean>((resolve) => {
        const pause = due ? 0 : connectionState.getState() === 'connected' ? silenceMs : pauseMs;
        const timer = setTimeout(() => wake?.(), pause);
        wake = () => {
          clearTimeout(timer);
          due = false;
          resolve(!over);
        };
      }),
    end: () => {
      over = true;
      stop();
      wake?.();
    },
  };
}

/** Said only of a creation that failed; the list has its words too. What was cancelled was cancelled by a person, who knows. */
function reportFailure(creation: WatchedCreation, error: unknown, show: () => void): void {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) return;
  showToast({
    intent: 'error',
    text: words.failed(creation.name),
    details: [error.message],
    action: { label: words.show, run: show },
  });
}
