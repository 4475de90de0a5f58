import type { SqlUser } from '@tapwise/contract/sql';
import type { UserFields } from '../api/sql-access-api.ts';
import { sqlAccessMessages as words } from '../messages.ts';

/** What a person entered about a user. */
export interface UserDraft {
  label: string;
  limited: boolean;
  application_ids: readonly number[];
  /** One a line. */
  addresses: string;
}

export const draftOf = (user: SqlUser | null): UserDraft => ({
  label: user?.label ?? '',
  limited: user?.application_ids != null,
  application_ids: user?.application_ids ?? [],
  addresses: user?.addresses.join('\n') ?? '',
});

export type Faults = Partial<Record<'label' | 'applications' | 'addresses', string>>;

const mostAddresses = 20;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)(?:\/\d{1,3})?$/i;

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with a draft; the server checks addresses again. */
export function faultsOf(draft: UserDraft): Faults {
  const lines = linesOf(draft.addresses);
  const wrong = lines.filter((line) => !address.test(line));
  return {
    ...(draft.label.trim() === '' ? { label: words.labelMissing } : {}),
    ...(draft.limited && draft.application_ids.length === 0 ? { applications: words.chooseOne } : {}),
    ...(lines.length > mostAddresses ? { addresses: words.tooManyAddresses } : {}),
    ...(wrong.length > 0 ? { addresses: words.badAddresses(wrong) } : {}),
  };
}

export const fieldsOf = (draft: UserDraft): UserFields => ({
  label: draft.label.trim(),
  application_ids: draft.limited ? [...draft.application_ids] : null,
  addresses: linesOf(draft.addresses),
});
