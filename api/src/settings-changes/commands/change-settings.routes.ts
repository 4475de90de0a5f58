import { changeResponseSchema, deleteQuerySchema } from '@tapwise/contract';
import { campaignsOf, checkChange, DomainError, mostRows, requireNoCreation } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { requireChangeable } from '../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeTarget } from '../change-target.ts';
import { entryLimits } from '../entry-limits.ts';
import { respondToChange } from '../respond-to-change.ts';
import { presentCampaigns, type SettingsContext } from '../settings-context.ts';
import { changeIdOf, recordChange, wasAccepted } from './accept-change.ts';
import { checkGuardrails } from './check-guardrails.ts';
import { type CallBody, type SettingsCall, settingsCalls } from './settings-calls.ts';

const bodyLimit = 4 * 1024 * 1024;

/** Calls that change settings of campaigns, ad groups and keywords. */
export function changeSettingsRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  for (const call of settingsCalls) {
    const shape = { config: { right: 'act' }, bodyLimit } as const;
    const response = { 200: changeResponseSchema };
    if (call.method === 'PUT') {
      app.put(call.path, { ...shape, schema: { body: call.body, response } }, (request, reply) =>
        changeSettings(settingsContext, call, request.body, request, reply),
      );
    } else {
      const schema = { querystring: deleteQuerySchema, body: call.body.nullish(), response };
      app.delete(call.path, { ...shape, schema }, (request, reply) => {
        const body = request.body ?? bodyOfQuery(call, request.query);
        return changeSettings(settingsContext, call, body, request, reply);
      });
    }
  }
}

async function changeSettings(
  settingsContext: SettingsContext,
  call: SettingsCall,
  body: CallBody,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = sessionOf(request);
  const changeId = changeIdOf(request);
  if (await wasAccepted(settingsContext, request, changeId))
    return respondToChange(settingsContext, request, reply, changeId);
  const target = changeTarget(settingsContext.deps, session, body);
  const { currency, org_id: orgId } = target.organization;
  const edits = call.edits(body as never, currency);
  if (edits.length > mostRows) throw new DomainError('too_many_rows');
  const campaigns = await presentCampaigns(settingsContext, campaignsOf(edits.map(({ key }) => key)));
  const checked = checkChange(edits, {
    orgId,
    adamId: target.application.adam_id,
    currency,
    limits: entryLimits(settingsContext.deps),
    campaigns: new Map([...campaigns].map(([id, { state }]) => [id, state])),
    updateKeywords: body.update_keywords,
  });
  requireChangeable(settingsContext.deps.appleAds, target.application, orgId);
  await settingsContext.creations.caughtUp;
  requireNoCreation(checked, settingsContext.creations.state);
  const confirmed = body.confirm_guardrails ?? false;
  const rows = await checkGuardrails(settingsContext, checked, target, campaigns, confirmed);
  await recordChange(settingsContext, request, changeId, {
    ...target,
    actor: { kind: 'person', account_id: session.account.account_id, source: null },
    comment: body.comment,
    confirmed,
    undoes: null,
    rows,
    campaigns,
  });
  return respondToChange(settingsContext, request, reply, changeId);
}

/** The body of a call whose fields came in its address. @throws DomainError `invalid_request`. */
function bodyOfQuery({ body }: SettingsCall, query: z.infer<typeof deleteQuerySchema>): CallBody {
  const { campaign_ids, ad_group_ids, keyword_ids, ...rest } = query;
  const lists = Object.entries({ campaign_ids, ad_group_ids, keyword_ids }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text === '' ? [] : text.split(',').map((id) => id.trim())]],
  );
  const parsed = body.safeParse({ ...rest, ...Object.fromEntries(lists) });
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new DomainError('invalid_request', { message: `The request is not valid. Check "${field.slice(0, 80)}".` });
}
