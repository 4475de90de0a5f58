import { useQueryClient } from '@tanstack/react-query';
import type { Change, ChangesResponse, Organization } from '@tapwise/contract';
import { addDays, dayInZone } from '@tapwise/contract/calendar';
import { useNavigate } from 'react-router-dom';
import { formatAge } from '../../../../shared/format/ages.ts';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { request } from '../../../../shared/server/http/request.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import type { EditTarget } from '../model/edit-cells.ts';
import { isDecision, lastChangeOf } from '../model/last-change.ts';

/** Changes are listed for so many days. */
const days = 90;
const freshMs = 30_000;

/** Who set a value last, in words, and the way to its history. */
export function useSettingOrigin(
  application_id: number,
  { organization_id, time_zone }: Pick<Organization, 'organization_id' | 'time_zone'>,
): Pick<EditTarget, 'lastChange' | 'openHistory'> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = useClock((now) => dayInZone(now, time_zone));
  const range = { from: addDays(today, -days), to: today };
  const queryOf = (key: string) => ({ application_id, asa_organization_id: organization_id, ...range, key });
  const changesOf = (key: string, staleTime: number): Promise<Change[]> => {
    const query = queryOf(key);
    return client.fetchQuery({
      queryKey: ['changes', 'last', query],
      staleTime,
      queryFn: async ({ signal }) =>
        (await request<ChangesResponse>({ method: 'GET', path: '/api/asa/changes', query, signal })).body.changes,
    });
  };
  const open = (changes: readonly Change[], key: string, field: string): void => {
    if (isDecision(changes, key, field)) {
      const by = lastChangeOf(changes, field)?.actor ?? '';
      const why = new URLSearchParams({ app: String(application_id), panel: 'why', key, by });
      void navigate({ pathname: '/client/automation', search: why.toString() });
      return;
    }
    const search = new URLSearchParams({
      app: String(application_id),
      org: String(organization_id),
      ...range,
      key,
      field,
    });
    void navigate({ pathname: '/client/management/history', search: search.toString() });
  };
  return {
    lastChange: (key, field) =>
      changesOf(key, freshMs)
        .then((changes) => {
          const last = lastChangeOf(changes, field);
          return last === undefined
            ? words.neverChanged(days)
            : words.lastChange(last.actor, formatAge(last.at, Date.now(), 'ago'));
        })
        .catch(() => words.openHistory),
    // Asked anew: the last answer may be of before the change whose value is shown.
    openHistory: (key, field) => {
      void changesOf(key, 0)
        .catch(() => [])
        .then((changes) => open(changes, key, field));
    },
  };
}
