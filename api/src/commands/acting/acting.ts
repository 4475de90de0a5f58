import { createStreamMemory, type StreamMemory } from '@tapwise/adapters';
import {
  type CampaignState,
  campaignDecider,
  campaignStream,
  type DomainEventOf,
  type RowEvent,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../dependencies.ts';
import { type ChangeWatch, createChangeWatch } from './change-watch.ts';

type CampaignEvent =
  | DomainEventOf<'CampaignObserved' | 'AdGroupsObserved' | 'KeywordsObserved' | 'AdsObserved'>
  | RowEvent;

/** What calls that change settings share. */
export interface Acting {
  readonly deps: ApiDependencies;
  readonly watch: ChangeWatch;
  readonly campaigns: StreamMemory<CampaignState, CampaignEvent>;
  /** Longest waits for outcomes, in milliseconds: while long work is there, and while it is away. */
  readonly waits: { readonly there: number; readonly away: number };
}

const campaignsKept = 500;
const waits = { there: 10_000, away: 2000 };

export function createActing(deps: ApiDependencies): Acting {
  return {
    deps,
    waits: deps.settings.changeWaits ?? waits,
    watch: createChangeWatch(deps.log, (error) => deps.logger.warn({ err: error }, 'Changes cannot be followed now')),
    campaigns: createStreamMemory(deps.log, campaignDecider, {
      keep: campaignsKept,
      // It only reads; changes of campaigns are made by long work.
      context: { actor: { kind: 'system', id: 'api' } },
    }),
  };
}

/** A campaign as the log has it, and up to which event. */
export interface PresentCampaign {
  readonly state: CampaignState;
  readonly revision: bigint | undefined;
}

const campaignsAtOnce = 16;

/** Campaigns by id; those of which nothing is known are there too. */
export async function presentCampaigns(
  { campaigns }: Acting,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PresentCampaign>> {
  const present = new Map<number, PresentCampaign>();
  for (let from = 0; from < ids.length; from += campaignsAtOnce) {
    const part = ids.slice(from, from + campaignsAtOnce);
    const states = await Promise.all(part.map((id) => campaigns.present(campaignStream(id))));
    for (const [place, id] of part.entries()) {
      const state = states[place];
      if (state !== undefined) present.set(id, state);
    }
  }
  return present;
}
