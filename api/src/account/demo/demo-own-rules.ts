import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  createCustomRule,
  createLabel,
  customRuleDecider,
  customRuleStream,
  DomainError,
  labelsDecider,
  labelsStream,
  readRuleParts,
  writable,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'demo' } };

/** Below the numbers of labels that people make. */
const label = { label_id: 1, name: 'Spends without installs' } as const;

/** A rule of the demo as a person writes it, by the name of its campaign at the simulated ad service. */
interface DemoOwnRule {
  /** Below the numbers of rules that people make. */
  readonly id: number;
  readonly name: string;
  readonly campaign: string;
  readonly mode: 'live' | 'shadow';
  readonly givesLabel: boolean;
  readonly rule: object;
}

/** The live one is for a campaign that shows nothing else. Figures are in US dollars, bids in the currency of the campaign. */
export const demoOwnRules: readonly DemoOwnRule[] = [
  {
    id: 4,
    name: 'Lower what brings no installs',
    campaign: 'DACH | Wettbewerb',
    mode: 'live',
    givesLabel: true,
    rule: {
      level: 'keyword',
      cases: [
        {
          name: 'Spend, no installs',
          when: {
            all: [
              { metric: 'spend', window: '14d', op: '>=', value: 1 },
              { metric: 'installs', window: '14d', op: '=', value: 0 },
            ],
          },
          then: [
            { do: 'bid', how: 'lower', percent: 10, min: 0.2, max: 5 },
            { do: 'label', add: label.label_id },
          ],
        },
      ],
    },
  },
  {
    id: 5,
    name: 'Bid what an install is worth, on trial',
    campaign: 'UK AU CA | Category | Exact',
    mode: 'shadow',
    givesLabel: false,
    rule: {
      level: 'keyword',
      cases: [
        {
          when: { metric: 'installs', window: '14d', op: '>=', value: 5 },
          then: [{ do: 'bid', how: 'target', of: 'cpa', value: 2.5, window: '14d', min: 0.3, max: 4 }],
        },
      ],
    },
  },
];

/** A campaign of the demo as it was pulled. */
interface PulledCampaign {
  readonly org_id: number;
  readonly id: number;
  readonly currency: string;
}

/**
 * Makes one of the rules, and the label that it gives, each once, whatever people made of them since. A rule whose label they use otherwise is
 * left out.
 */
export async function addOwnRule(
  deps: ApiDependencies,
  { id: automation_id, name: automation_name, mode, givesLabel, rule: entered }: DemoOwnRule,
  { org_id, id: campaignId, currency }: PulledCampaign,
): Promise<void> {
  const [{ applicationId: application_id }] = demoApplications;
  const created_at = deps.now().toISOString();
  const recorded = await deps.log.readStream(customRuleStream(automation_id));
  if (recorded.length > 0) return;
  if (givesLabel && !(await addLabel(deps, application_id, created_at))) return;
  const { name, apply_to, rule } = readRuleParts(
    { automation_name, apply_to: { [org_id]: [campaignId] }, automation_params: entered },
    {
      organizations: new Map([[String(org_id), new Set([campaignId])]]),
      context: {
        currencies: new Set([currency]),
        labels: new Set([label.label_id]),
        targets: new Map(),
        campaigns: new Set(),
        canSetTargetCpa: false,
      },
    },
  );
  if (name === undefined || apply_to === undefined || rule === undefined)
    throw new Error(`${automation_name}: no rule`);
  await handleCommand(deps.log, {
    stream: customRuleStream(automation_id),
    decider: customRuleDecider,
    cause: `demo rule ${automation_id}`,
    context,
    decide: (state) =>
      createCustomRule(state, {
        automation_id,
        change_id: randomUUID(),
        application_id,
        name,
        rule,
        apply_to: writable(apply_to),
        mode,
        status: 'active',
        created_by: demoAccountId,
        created_at,
      }),
  });
}

/** @returns whether the label is there under its own name. */
async function addLabel(deps: ApiDependencies, application_id: number, created_at: string): Promise<boolean> {
  try {
    const { state } = await handleCommand(deps.log, {
      stream: labelsStream(application_id),
      decider: labelsDecider,
      cause: `demo label ${label.label_id}`,
      context,
      decide: (before) => createLabel(before, { application_id, ...label, account_id: demoAccountId, created_at }),
    });
    return state.labels.get(label.label_id)?.name === label.name;
  } catch (error) {
    // People have another label of this name, or as many as there may be.
    if (error instanceof DomainError) return false;
    throw error;
  }
}
