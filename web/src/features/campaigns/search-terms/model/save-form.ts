import { readAmount } from '@tapwise/contract/money';
import { termMessages as words } from '../messages.ts';
import { type Decisions, type FilterKind, joinAdGroups } from './decisions.ts';

/** What keywords that are added begin with; amounts as they were typed. */
export interface SaveForm {
  cpt: string;
  cpa: string;
  devices: 'all' | 'iphone' | 'ipad';
  audience: 'all' | 'new' | 'returning';
}

export const emptyForm: SaveForm = { cpt: '', cpa: '', devices: 'all', audience: 'all' };

/** What is wrong with each field of the form; empty when nothing is. */
export interface FormFaults {
  cpt?: string;
  cpa?: string;
}

/** A bid is needed only where something is added. */
export function formFaults(form: SaveForm, adds: boolean, currency: string): FormFaults {
  if (!adds) return {};
  const amount = (text: string) => readAmount(text.trim(), currency);
  const cpt = form.cpt.trim() === '' ? words.cptRequired : amount(form.cpt) === null ? words.cptPositive : undefined;
  const cpa = form.cpa.trim() !== '' && amount(form.cpa) === null ? words.cpaPositive : undefined;
  return { ...(cpt === undefined ? {} : { cpt }), ...(cpa === undefined ? {} : { cpa }) };
}

/** How many entries the call takes: what is not refused. */
export const sizeOfDecisions = ({ counts }: Decisions): number => counts.add + counts.negative;

interface Question {
  application_id: number;
  asa_organization_id: number;
  campaign_id: number;
}

/** The call that saves decisions: keywords first, what blocks after. @param target where discovery adds keywords to */
export function saveRequest(
  kind: FilterKind,
  { campaign_id, ...base }: Question,
  target: number | null,
  decisions: Decisions,
  form: SaveForm,
) {
  const { keywords, negatives, blocks, strayed } = decisions;
  const optional = (text: string) => (text.trim() === '' ? null : text.trim());
  const chosen = <Value extends string>(value: Value) => (value === 'all' ? null : value);
  const bids =
    keywords.length === 0
      ? {}
      : {
          cpt: form.cpt.trim(),
          cpa: optional(form.cpa),
          devices: chosen(form.devices),
          audience: chosen(form.audience),
        };
  if (kind === 'discovery') {
    const campaigns = { discovery_campaign_id: campaign_id, skag_campaign_id: target ?? 0 };
    return {
      call: 'filter_discovery',
      body: { ...base, ...campaigns, skag_keywords: keywords, negative_keywords: negatives, ...bids },
    } as const;
  }
  const negative_keywords_for_ad_groups = joinAdGroups(blocks, strayed);
  const lists = { keywords, negative_keywords: negatives, negative_keywords_for_ad_groups };
  return { call: 'skag_keywords', body: { ...base, campaign_id, ...lists, ...bids } } as const;
}
