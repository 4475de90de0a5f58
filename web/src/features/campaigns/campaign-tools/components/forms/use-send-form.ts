import { useQueryClient } from '@tanstack/react-query';
import type { Creation, CreationResponse } from '@tapwise/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sendCreation } from '../../../../../shared/campaigns/creations/creation-calls.ts';
import { noteBegun } from '../../../../../shared/campaigns/creations/creations-query.ts';
import { creatingApplications } from '../../../../../shared/campaigns/creations/watched-applications.ts';
import { campaignNamesQueryOptions } from '../../../../../shared/scope/index.ts';
import { reportUsage } from '../../../../../shared/usage/report-usage.ts';
import { refreshAfterEnd, reportCreated } from '../../../creations/index.ts';
import { requestIdFor } from '../../model/draft.ts';
import type { FormKind } from '../../model/form-values.ts';
import { type Refusal, refusalOf } from '../../model/refusal.ts';
import { bodyOf } from '../../model/request-body.ts';
import type { FormTarget } from './form-target.ts';
import type { FormDraft } from './use-draft.ts';

const kinds: Readonly<Record<FormKind, Creation['kind']>> = {
  skag: 'skag',
  bulk: 'bulk',
  discovery: 'discovery',
  skag_keywords: 'keywords',
  discovery_keywords: 'keywords',
};

interface Options {
  onAccount: boolean;
  onDone: () => void;
  onRefused: (refusal: Refusal) => void;
}

/** Sends a form. What is accepted goes on by itself, and the draft is cleared. */
export function useSendForm(target: FormTarget, draft: FormDraft, { onAccount, onDone, onRefused }: Options) {
  const { kind, application, organization } = target;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  function accepted(response: CreationResponse): void {
    const creation = { ...begun(target, response, nameOf()), application_id: application.id };
    const step = response.offset === undefined ? 'finished' : 'started';
    reportUsage('creation_step_completed', { kind: creation.kind, step, keywords: creation.total });
    draft.clear();
    creatingApplications.add(application.id);
    noteBegun(client, application.id, creation);
    onDone();
    if (response.offset !== undefined) return;
    reportCreated(client, navigate, creation, response);
    void refreshAfterEnd(client, application.id);
  }

  function nameOf(): string {
    if (kind === 'bulk') return draft.values.templateName;
    const { campaign, name } = draft.values;
    const campaignNames = client.getQueryData(
      campaignNamesQueryOptions(application.id, organization.organization_id).queryKey,
    );
    return campaign === null
      ? name.trim()
      : (campaignNames?.find(({ id }) => id === campaign)?.name ?? String(campaign));
  }

  async function send(confirmed: boolean): Promise<void> {
    const base = { application_id: application.id, asa_organization_id: organization.organization_id };
    const body = bodyOf(kind, draft.values, base, onAccount);
    const text = JSON.stringify(body);
    const requestId = requestIdFor(draft.sent, text);
    setBusy(true);
    // Before it is sent: a page that is lost meanwhile asks for the same creation again.
    draft.noteSent({ requestId, body: text });
    try {
      const confirmation = confirmed ? { confirm_guardrails: true } : {};
      accepted(await sendCreation(kind, { ...body, ...confirmation, request_id: requestId }));
    } catch (error) {
      onRefused(refusalOf(kind, error));
    } finally {
      setBusy(false);
    }
  }

  return { busy, send: (confirmed: boolean) => void (busy ? undefined : send(confirmed)) };
}

/** The creation an answer is about, until the list of the server has it. */
function begun(target: FormTarget, response: CreationResponse, name: string): Creation {
  const { request_id, campaign_id, offset, queued } = response;
  const total = response.total ?? response.totalKeywords ?? 0;
  const { created = 0, skipped = 0, duplicates = 0 } = response;
  const at = new Date().toISOString();
  return {
    request_id,
    campaign_id,
    name,
    total,
    created,
    skipped,
    duplicates,
    error_message: null,
    kind: kinds[target.kind],
    asa_organization_id: target.organization.organization_id,
    offset: offset ?? total,
    state: offset === undefined ? 'completed' : queued === true ? 'queued' : 'running',
    started_at: at,
    ended_at: offset === undefined ? at : null,
  };
}
