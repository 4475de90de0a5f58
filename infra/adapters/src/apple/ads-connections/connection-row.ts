import {
  type AccountBinding,
  type AccountProof,
  type AdsConnection,
  type AdsInterface,
  bindingOf,
  type CredentialsKind,
  connectionMessage,
  credentialsKindOf,
  type HistoryLine,
  isDisconnected,
  isReadOnly,
  type LinkedOrganization,
  type OpenApplication,
} from '@tapwise/domain';

/** What is shown of a connection beside every organization. */
export interface ConnectionSummary {
  readonly state: 'working' | 'standing';
  readonly binding: AccountBinding;
  readonly message: string | null;
}

/** A connection as people see it: names and numbers, never a key. */
export interface ConnectionRow extends ConnectionSummary {
  readonly organization_id: number;
  readonly name: string;
  readonly ad_account_id: number | null;
  readonly v1_org_id: number | null;
  readonly proven_by: AccountProof | null;
  readonly proven_at: string | null;
  readonly credentials: CredentialsKind;
  readonly candidates: { readonly ad_account_id: number; readonly name: string }[];
  readonly history: HistoryLine[];
}

export interface ConnectionSubject {
  readonly application: OpenApplication;
  readonly organization: Pick<LinkedOrganization, 'org_id' | 'name'>;
}

export const connectionSummary = (
  connection: AdsConnection,
  spoken: AdsInterface,
  { application, organization }: ConnectionSubject,
): ConnectionSummary => ({
  state: isDisconnected(connection, spoken) ? 'standing' : 'working',
  binding: bindingOf(connection),
  message: connectionMessage(connection, { spoken, isReadOnly: isReadOnly(application, organization.org_id) }),
});

export function connectionRow(
  connection: AdsConnection,
  spoken: AdsInterface,
  subject: ConnectionSubject,
): ConnectionRow {
  const { account, candidates, history } = connection;
  return {
    organization_id: subject.organization.org_id,
    name: subject.organization.name,
    ...connectionSummary(connection, spoken, subject),
    ad_account_id: account?.adAccountId ?? null,
    v1_org_id: account?.v1OrgId ?? null,
    proven_by: account?.provenBy ?? null,
    proven_at: account?.provenAt ?? null,
    credentials: credentialsKindOf(connection),
    candidates: (candidates ?? []).map(({ adAccountId, name }) => ({ ad_account_id: adAccountId, name })),
    history: history.map(({ at, text }) => ({ at, text })),
  };
}
