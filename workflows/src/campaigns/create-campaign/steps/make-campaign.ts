import type { RemoteCampaign } from '@tapwise/adapters';
import type { StepEnd } from '../create-campaign.contract.ts';
import { campaignSettings } from './created-objects.ts';
import { amount, amountOrNull, madeSince, planAt, type StepContext } from './step-context.ts';
import { done, type Halt, haltOf, haltOfFault, isHalt, nameTakenMessage } from './step-end.ts';

const missingInvoice = 'MISSING_BO_OR_INVOICING_FIELDS';

/** Makes a campaign, paused; one of ours that is there already, because an answer was lost, is taken over. */
export async function makeCampaign(context: StepContext, campaign: number): Promise<StepEnd> {
  const { creation, log } = context;
  const { creation_id } = creation.request;
  const isUnconfirmed = creation.campaigns[campaign]?.startedAt != null;
  const data = { creation_id, campaign, step: 'campaign' as const, negatives: [], started_at: log.at() };
  const mine = await log.step({ type: 'CreationStepStarted', data });
  const existing = isUnconfirmed || !mine ? await findCreated(context, campaign) : undefined;
  if (existing === 'foreign') return nameTaken;
  const made = existing ?? (await postCampaign(context, campaign));
  if (isHalt(made)) return made;
  const whole = await withInvoice(context, made);
  if (isHalt(whole)) return whole;
  const identity = log.identityOf(made.id);
  const settings = campaignSettings(made, creation.request.currency);
  await log.objects(made.id, (state) =>
    state.campaign === null
      ? [{ type: 'CampaignCreated', data: { ...identity, kind: planAt(creation, campaign).kind, campaign: settings } }]
      : [],
  );
  const made_at = log.at();
  await log.step({ type: 'CreationCampaignMade', data: { creation_id, campaign, campaign_id: made.id, made_at } });
  return done;
}

const nameTaken: Halt = { kind: 'stuck', message: nameTakenMessage, status: null, nameTaken: true };

/** A campaign of that name, if it is what we meant to make; `foreign` for any other. */
async function findCreated(
  context: StepContext,
  campaign: number,
): Promise<RemoteCampaign | Halt | 'foreign' | undefined> {
  const { writer, log, creation } = context;
  const plan = planAt(creation, campaign);
  const startedAt = creation.campaigns[campaign]?.startedAt ?? log.at();
  const namesakes = await writer.findCampaignsByName(log.scope, [plan.name]).catch(haltOfFault);
  if ('kind' in namesakes) return namesakes;
  const remoteCampaign = namesakes.find(({ deleted }) => !deleted);
  if (remoteCampaign === undefined) return undefined;
  const matchesPlan =
    remoteCampaign.adamId === creation.request.adam_id &&
    remoteCampaign.countries.join() === [...plan.countries].sort().join() &&
    remoteCampaign.dailyBudget === amountOrNull(plan.daily_budget_micros) &&
    // Where there are none any more, one that was set before is not shown either.
    (!writer.limits.totalBudgets || remoteCampaign.totalBudget === amountOrNull(plan.budget_micros)) &&
    madeSince(remoteCampaign.createdAt, startedAt);
  return matchesPlan ? remoteCampaign : 'foreign';
}

async function postCampaign(context: StepContext, campaign: number): Promise<RemoteCampaign | Halt> {
  const { writer, log, creation, invoiceDetails } = context;
  const plan = planAt(creation, campaign);
  const end = await writer.createCampaign(log.scope, {
    adamId: creation.request.adam_id,
    name: plan.name,
    countries: plan.countries,
    status: 'PAUSED',
    dailyBudget: amount(plan.daily_budget_micros ?? 0),
    totalBudget: amountOrNull(plan.budget_micros),
    invoiceDetails: await invoiceDetails(),
  });
  if (end.kind === 'done') return end.value;
  if (end.kind !== 'refused') return haltOf(end);
  const existing = await findCreated(context, campaign);
  if (existing === 'foreign') return nameTaken;
  return existing ?? haltOf(end);
}

/** The service may lose the invoice details; they are sent again. */
async function withInvoice({ writer, log, invoiceDetails }: StepContext, made: RemoteCampaign): Promise<StepEnd> {
  const details = made.servingReasons.includes(missingInvoice) ? await invoiceDetails() : null;
  if (details === null) return done;
  const end = await writer.updateCampaign(log.scope, made.id, { invoiceDetails: details });
  return end.kind === 'done' ? done : haltOf(end);
}
