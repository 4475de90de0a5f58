import type { PastPoint } from '@tapwise/adapters';
import type {
  Coverage,
  Day,
  EarlierDecisions,
  EvaluatedSlot,
  EvaluatedVersion,
  LinkedOrganization,
  OpenApplication,
  RuleMemory,
  RuleOfChange,
  SourceDays,
  SourceDoubt,
} from '@tapwise/domain';
import type { UpTo } from '../../past/past-log.ts';
import type { PastRange } from '../../past/past-range.ts';
import type { TriedRule } from '../trials/evaluate-now.ts';

/** A back-test in one ad organization. */
export interface CustomPastQuestion {
  readonly tried: TriedRule;
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
  readonly range: PastRange;
  readonly signal: AbortSignal;
}

/** An instant of the past at which a rule is evaluated, and on what. Evaluated before the next one is made. Instants in milliseconds. */
export interface PastInstant {
  readonly slot: string;
  readonly at: number;
  readonly asOf: number;
  /** Whether figures are those known then, and not those that were pulled as history later. */
  readonly asRecorded: boolean;
  readonly version: EvaluatedVersion;
  readonly campaignIds: readonly number[];
  readonly pulledAt: number | null;
  /** Whether no answer came after that pull whose content cannot be trusted. */
  readonly isTrusted: boolean;
  /** As a run recorded them. */
  readonly days: SourceDays | null;
  /** Of a run as it recorded it; of other slots that of the ad service's figures, as known then. */
  readonly coverage: Coverage | null;
  /** `null`: by hand. */
  readonly hour: EvaluatedSlot | null;
  readonly memory: RuleMemory;
  readonly joined: ReadonlyMap<string, Day>;
  readonly doubts: readonly SourceDoubt[];
  readonly earlier: EarlierDecisions;
  readonly ruleOf: RuleOfChange;
  readonly ruleNames: ReadonlyMap<number, string>;
  /** Which events count: of figures, of each campaign, and of all else. */
  readonly figuresUpTo: UpTo;
  /** The same of the tables; `null`: of that time only figures of the ad service are known. */
  readonly tablesAt: PastPoint | null;
  readonly campaignUpTo: (id: number) => UpTo;
  readonly upTo: UpTo;
}
