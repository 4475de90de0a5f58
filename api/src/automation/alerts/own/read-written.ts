import {
  type AlertUpdates,
  type EnteredAlertParts,
  type OpenApplication,
  type OwnAlertRule,
  type ReadAlertParts,
  readAlertParts,
  ruleWarnings,
  wholeOrganizationWarning,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { withPlainIds } from '../../custom/plain-ids.ts';
import { referencesOf } from '../../custom/rule-references.ts';

/** What a person entered of an alert, as it was read, and as it is stored. */
interface WrittenAlert extends ReadAlertParts {
  readonly content: Pick<AlertUpdates, 'name' | 'apply_to' | 'automation_params'>;
}

/**
 * Reads what a person wrote of an alert.
 * @param before The alert that is changed; absent for a new one.
 * @throws DomainError `bad_rule` with every fault; `not_found` for what is not the application's.
 */
export async function readWritten(
  settingsContext: SettingsContext,
  application: OpenApplication,
  entered: EnteredAlertParts,
  before?: OwnAlertRule,
): Promise<WrittenAlert> {
  const plain = withPlainIds(entered);
  const parts = readAlertParts(plain, await referencesOf(settingsContext, application, plain, before));
  const { name, apply_to, rule } = parts;
  return {
    ...parts,
    content: {
      ...(name === undefined ? {} : { name }),
      ...(apply_to === undefined ? {} : { apply_to: { ...apply_to } }),
      ...(rule === undefined ? {} : { automation_params: { ...rule } }),
    },
  };
}

/** What is said of an alert, and allowed. @param units Units that its filters let through now; `null`: not counted. */
export const alertWarnings = (
  { currency }: OpenApplication,
  { rule, apply_to }: OwnAlertRule,
  units: number | null,
): string[] => [...ruleWarnings(rule, { currency, units, opposing: [] }), ...wholeOrganizationWarning(rule, apply_to)];
