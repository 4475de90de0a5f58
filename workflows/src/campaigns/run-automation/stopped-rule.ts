import type { FoldFollower } from '@tapwise/adapters';
import {
  type Automations,
  type ChangeRequest,
  type Directory,
  findApplication,
  ruleOfSource,
  stopOf,
} from '@tapwise/domain';

interface RuleFolds {
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly automations: Pick<FoldFollower<Automations>, 'state'>;
}

/** Whether the change of a rule is over: the rule was paused or deleted, or all was stopped. Changes of others go on. */
export const stoppedRule =
  ({ directory, automations }: RuleFolds): ((request: Pick<ChangeRequest, 'application_id' | 'actor'>) => boolean) =>
  ({ application_id, actor: { kind, source } }) => {
    if (kind !== 'rule') return false;
    const rule = automations.state.rules.get(Number(ruleOfSource(source)));
    const application = findApplication(directory.state, application_id);
    const stop = stopOf(directory.state.teams.get(application?.team_id ?? 0) ?? {}, application_id);
    return stop !== undefined || (rule !== undefined && rule.status !== 'active');
  };
