import type {
  ActionName,
  AmountChange,
  EnteredCampaigns,
  EnteredGuards,
  EnteredSchedule,
  EnteredScope,
  RuleLevel,
  TestOperator,
  TestSubject,
} from '../../api/entered-rule.ts';

/**
 * A number as it is typed: fractions in percent, amounts with their decimals. `$cpa` is the param of a template, whose value is asked
 * for once.
 */
export type NumberText = string;

/** The right side of a comparison with a figure; `null`: as on the left. */
export interface OperandDraft {
  readonly metric: string | null;
  readonly of: TestSubject | null;
  readonly window: string | null;
  readonly perDay: boolean | null;
  /** In percent. */
  readonly times: NumberText;
  readonly plus: NumberText;
}

/** One condition. `id` names it while it is edited; `nots` is how often it is negated. */
export interface TestDraft {
  readonly kind: 'test';
  readonly id: string;
  readonly nots: number;
  readonly metric: string;
  readonly of: TestSubject;
  readonly window: string | null;
  readonly perDay: boolean;
  readonly op: TestOperator;
  readonly value: NumberText;
  readonly low: NumberText;
  readonly high: NumberText;
  readonly than: OperandDraft | null;
  readonly floor: NumberText;
  readonly atLeast: boolean;
}

export interface GroupDraft {
  readonly kind: 'group';
  readonly id: string;
  readonly nots: number;
  readonly join: 'all' | 'any';
  /** The rule has its one condition without a group around it, and keeps it so while there is one. */
  readonly bare: boolean;
  readonly children: readonly NodeDraft[];
}

export type NodeDraft = TestDraft | GroupDraft;

/** An action with the fields of all kinds, so that what was typed stays while one tries another kind. */
export interface ActionDraft {
  readonly id: string;
  readonly do: ActionName;
  readonly how: AmountChange;
  /** Whether an amount is raised or lowered by percent. */
  readonly byPercent: boolean;
  /** A value, an amount or a percent, by `how`; of keywords the bid, or what a tap's cost is multiplied by, in percent. */
  readonly number: NumberText;
  readonly of: string;
  readonly window: string;
  readonly step: NumberText;
  readonly min: NumberText;
  readonly max: NumberText;
  readonly to: 'paused' | 'running';
  readonly any: boolean;
  /** Ids as texts, so that the param of a template may be in their place. */
  readonly add: string;
  readonly remove: string;
  readonly campaignId: string;
  readonly adGroupId: string;
  readonly byTapCost: boolean;
  readonly negate: boolean;
  readonly at: 'campaign' | 'ad_group';
}

export interface CaseDraft {
  readonly id: string;
  readonly name: string;
  readonly when: GroupDraft;
  readonly then: readonly ActionDraft[];
  readonly once: boolean;
}

/** What a template asks for, and what was entered. */
export interface DraftParam {
  readonly name: string;
  readonly label: string;
  readonly unit: 'money' | 'fraction' | 'bid' | 'campaign' | 'label';
  readonly text: string;
}

/** A rule as it is built. */
export interface RuleDraft {
  readonly name: string;
  readonly template: string | null;
  readonly params: readonly DraftParam[];
  readonly level: RuleLevel;
  readonly claimType: 'click' | 'view' | 'total';
  readonly applyTo: EnteredCampaigns;
  readonly scope: EnteredScope;
  readonly cases: readonly CaseDraft[];
  readonly schedule: EnteredSchedule;
  readonly guards: EnteredGuards;
  readonly priority: number;
}

/** What is wrong with a part of a rule; `path` as the server names it: `cases[0].when.all[1].value`. */
export interface DraftFault {
  readonly path: string;
  readonly message: string;
}
