import type { Application } from '@tapwise/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type RangeChoice, readRange, writeRange } from '../../../../../shared/report/index.ts';
import {
  type AccountScope,
  completeAccountScope,
  readAccountScope,
  rememberedAccount,
  writeAccountScope,
} from '../../../../../shared/scope/index.ts';
import { type ActorKind, actorKinds } from '../../api/history-api.ts';

/** What the address of the history says. */
export interface HistoryUrl {
  account: AccountScope;
  range: RangeChoice;
  actor: ActorKind | null;
  /** One setting, by the name of its column. */
  field: string | null;
  /** One object, by its composite key. */
  key: string | null;
}

function parseHistoryUrl(params: URLSearchParams): HistoryUrl {
  const text = (name: string, form: RegExp) => {
    const value = params.get(name);
    return value !== null && form.test(value) ? value : null;
  };
  return {
    account: readAccountScope(params),
    range: readRange(params),
    actor: actorKinds.find((kind) => kind === params.get('actor')) ?? null,
    field: text('field', /^[a-z_]{1,30}$/),
    key: text('key', /^\d{1,20}(:\d{1,20}){0,2}$/),
  };
}

function serializeHistoryUrl({ account, range, actor, field, key }: HistoryUrl): URLSearchParams {
  const params = new URLSearchParams();
  writeAccountScope(params, account);
  writeRange(params, range);
  for (const [name, value] of Object.entries({ actor, field, key })) if (value !== null) params.set(name, value);
  return params;
}

/** The view the address says, completed, and the way to change it. */
export function useHistoryUrl(applications: readonly Application[]) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const url = useMemo<HistoryUrl>(() => {
    const parsed = parseHistoryUrl(new URLSearchParams(text));
    return {
      ...parsed,
      account: completeAccountScope(parsed.account, applications, rememberedAccount, { all: false }),
    };
  }, [text, applications]);
  return {
    url,
    change(part: Partial<HistoryUrl>): void {
      setParams(serializeHistoryUrl({ ...url, ...part }), { replace: true });
    },
  };
}
