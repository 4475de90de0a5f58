import type { AccountScope } from './account-scope.ts';

function readIdOrAll(params: URLSearchParams, name: string): number | 'all' | null {
  const text = params.get(name);
  if (text === 'all') return text;
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `app` and `org` of an address. */
export function readAccountScope(params: URLSearchParams): AccountScope {
  return { application: readIdOrAll(params, 'app'), organization: readIdOrAll(params, 'org') };
}

export function writeAccountScope(params: URLSearchParams, { application, organization }: AccountScope): void {
  if (application !== null) params.set('app', String(application));
  if (organization !== null) params.set('org', String(organization));
}
