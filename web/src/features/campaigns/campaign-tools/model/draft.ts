import { newRequestId } from '../../../../shared/server/http/request-id.ts';
import { localSettings } from '../../../../shared/storage/local-settings.ts';
import { emptyValues, type FormKind, type FormValues } from './form-values.ts';

/** Whose draft: forms are kept in this browser for each account, application and ad organization. */
export interface DraftScope {
  accountId: number;
  applicationId: number;
  organizationId: number;
}

/** A form that is not sent yet. */
export interface Draft {
  values: FormValues;
  /** The last request, kept until it was answered: sent again unchanged it joins what it began, and begins nothing twice. */
  sent: { requestId: string; body: string } | null;
}

/** Drafts of another version are not taken. */
const version = 1;

export const emptyDraft: Draft = { values: emptyValues, sent: null };

export function readDraft(scope: DraftScope, kind: FormKind): Draft {
  return parseDraft(localSettings.creationDraft(scope, kind));
}

/** Keeps a draft; one that says nothing is forgotten. */
export function keepDraft(scope: DraftScope, kind: FormKind, draft: Draft | null): void {
  const text = draft === null || isEmpty(draft) ? null : JSON.stringify({ version, ...draft });
  localSettings.setCreationDraft(scope, kind, text);
}

const isEmpty = ({ values, sent }: Draft): boolean =>
  sent === null && JSON.stringify(values) === JSON.stringify(emptyValues);

/** What an earlier version or another program has left there is not taken; nor is a field of another form. */
export function parseDraft(text: string | null): Draft {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyDraft;
    const { version: of, values, sent } = kept as Record<string, unknown>;
    if (of !== version || typeof values !== 'object' || values === null) return emptyDraft;
    return { values: ownFields(values as Record<string, unknown>), sent: readSent(sent) };
  } catch {
    return emptyDraft;
  }
}

const choices: Readonly<Record<string, readonly unknown[]>> = {
  devices: ['all', 'iphone', 'ipad'],
  audience: ['all', 'new', 'returning'],
};

function ownFields(values: Record<string, unknown>): FormValues {
  const fields = Object.entries(emptyValues).map(([name, empty]) => {
    const value = values[name];
    return [name, fits(name, empty, value) ? value : empty];
  });
  return Object.fromEntries(fields) as unknown as FormValues;
}

function fits(name: string, empty: unknown, value: unknown): boolean {
  if (name === 'campaign') return Number.isSafeInteger(value);
  if (Array.isArray(empty)) return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return choices[name]?.includes(value) ?? typeof value === typeof empty;
}

function readSent(sent: unknown): Draft['sent'] {
  if (typeof sent !== 'object' || sent === null) return null;
  const { requestId, body } = sent as Record<string, unknown>;
  return typeof requestId === 'string' && typeof body === 'string' ? { requestId, body } : null;
}

/** The id a body is sent under: the one it was sent under before, else a new one. */
export function requestIdFor(sent: Draft['sent'], body: string): string {
  return sent?.body === body ? sent.requestId : newRequestId();
}
