import type { CustomVerdict } from '../../api/custom-rule-types.ts';
import { verdictWords as words } from '../../messages/verdict-words.ts';

/** How a verdict is shown: its word, and what the word looks like. */
export interface VerdictLook {
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'info' | 'quiet' | 'hatched';
  readonly icon: 'clock' | 'warning' | null;
}

const holds: ReadonlySet<CustomVerdict['reason']> = new Set<CustomVerdict['reason']>([
  'done',
  'released',
  'cooling',
  'cooldown',
  'not_settled',
  'opposed',
  'already_changed',
] as const);

/** Whether a unit waits for something that ends. */
export const isOnHold = ({ reason }: Pick<CustomVerdict, 'reason'>): boolean => holds.has(reason);

export function lookOf(verdict: CustomVerdict): VerdictLook {
  if (verdict.reason === 'oscillating') return { word: words.turning, tone: 'warning', icon: 'warning' };
  if (verdict.verdict === 'skipped' && isOnHold(verdict)) return { word: words.onHold, tone: 'info', icon: 'clock' };
  switch (verdict.verdict) {
    case 'acted':
      return { word: actedWord(verdict), tone: 'good', icon: null };
    case 'notified':
      return { word: words.verdicts.notified, tone: 'good', icon: null };
    case 'limited':
      return { word: words.verdicts.limited, tone: 'warning', icon: null };
    case 'no_data':
      return { word: words.verdicts.no_data, tone: 'hatched', icon: null };
    case 'no_match':
    case 'skipped':
      return { word: words.verdicts[verdict.verdict], tone: 'quiet', icon: null };
    case 'blocked':
    case 'failed':
    case 'conflict':
    case 'unknown':
      return { word: words.verdicts[verdict.verdict], tone: 'bad', icon: null };
    default:
      return verdict.verdict satisfies never;
  }
}

/** What was done, by the first action that changed something. */
function actedWord({ actions }: CustomVerdict): string {
  const action = actions.find(({ do: name, new: set }) => name !== 'notify' && set !== null);
  switch (action?.do) {
    case 'bid':
    case 'cpa_goal':
    case 'target_cpa':
    case 'daily_budget':
      if (typeof action.old !== 'number' || typeof action.new !== 'number') return words.set;
      return action.new > action.old ? words.raised : words.lowered;
    case 'status':
      return action.new === 'PAUSED' ? words.paused : words.started;
    case 'label':
      return words.labelled;
    case 'add_keyword':
      return words.added;
    case 'negative':
      return words.blockedTerm;
    default:
      return words.verdicts.acted;
  }
}
