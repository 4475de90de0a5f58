import type { FoldFollower } from '@tapwise/adapters';
import {
  type Automations,
  type ChangeRequest,
  type CustomAutomations,
  type Directory,
  findApplication,
  ruleOfSource,
  stopOf,
} from '@tapwise/domain';

interface RuleFolds {
  readonly directory: Pick<FoldFollower<Directory>, 'state'>;
  readonly automations: Pick<FoldFollower<Automations>, 'state'>;
  readonly customRules: Pick<FoldFollower<CustomAutomations>, 'state'>;
}

/** Whether the change of a rule is over: the rule was paused or deleted, or all was stopped. Changes of others go on. */
export const stoppedRule =
  ({
    directory,
    automations,
    customRules,
  }: RuleFolds): ((request: Pick<ChangeRequest, 'application_id' | 'actor'>) => boolean) =>
  ({ application_id, actor: { kind, source } }) => {
    if (kind !== 'rule') return false;
    const id = Number(ruleOfSource(source));
    const rule = automations.state.rules.get(id) ?? customRules.state.rules.rules.get(id);
    const application = findApplication(directory.state, application_id);
    const stop = stopOf(directory.state.teams.get(application?.team_id ?? 0) ?? {}, application_id);
    return stop !== undefined || (rule !== undefined && rule.status !== 'active');
  };
