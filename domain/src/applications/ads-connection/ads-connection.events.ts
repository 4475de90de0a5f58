import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, encryptedField, instantField } from '../../shared/fields.ts';

const context = 'ads-connection';
const stream = 'adsConnection-<orgId>';

/** How it became certain that an ad account is an organization. */
export const accountProofs = ['campaigns', 'number_and_name', 'link', 'person', 'operator'] as const;
export type AccountProof = (typeof accountProofs)[number];

const candidateField = z.object({ ad_account_id: adsIdField, name: z.string() });

export const adAccountBound = defineEvent({
  type: 'AdAccountBound',
  context,
  stream,
  meaning: 'The organization is this ad account of the newer interface; the last account bound is the one that counts.',
  data: {
    org_id: adsIdField,
    ad_account_id: adsIdField,
    /** The organization above the account; `null` where the service did not say. */
    v1_org_id: adsIdField.nullable(),
    proven_by: z.enum(accountProofs),
    bound_at: instantField,
  },
});

export const adAccountCandidatesSeen = defineEvent({
  type: 'AdAccountCandidatesSeen',
  context,
  stream,
  meaning:
    'No ad account was proven to be the organization; these may be it. Recorded when they are others than before.',
  data: { org_id: adsIdField, candidates: z.array(candidateField), seen_at: instantField },
});

export const adsKeyMade = defineEvent({
  type: 'AdsKeyMade',
  context,
  stream,
  meaning: 'A key pair was made with which the organization can give us access of its own. It opens nothing yet.',
  data: {
    org_id: adsIdField,
    /** PEM, P-256. */
    public_key: z.string(),
    /** Ciphertext of the private half, PEM. */
    private_key: encryptedField,
    made_at: instantField,
  },
});

export const adsCredentialsSet = defineEvent({
  type: 'AdsCredentialsSet',
  context,
  stream,
  meaning: 'The ad service accepted credentials of the organization; from here on only these are used for it.',
  data: {
    org_id: adsIdField,
    client_id: z.string(),
    apple_team_id: z.string(),
    key_id: z.string(),
    private_key: encryptedField,
    set_at: instantField,
  },
});

const credentialsKind = z.enum(['shared', 'own']);
export type CredentialsKind = z.infer<typeof credentialsKind>;

export const adsCredentialsRefused = defineEvent({
  type: 'AdsCredentialsRefused',
  context,
  stream,
  meaning:
    'The ad service refused the credentials that are used for the organization; recorded once until it accepts some.',
  data: { org_id: adsIdField, credentials: credentialsKind, refused_at: instantField },
});

export const adsCredentialsAccepted = defineEvent({
  type: 'AdsCredentialsAccepted',
  context,
  stream,
  meaning: 'The ad service accepts the credentials again that it had refused.',
  data: { org_id: adsIdField, credentials: credentialsKind, accepted_at: instantField },
});

export const adAccountClaimed = defineEvent({
  type: 'AdAccountClaimed',
  context,
  stream: 'adAccount-<adAccountId>',
  meaning: 'The ad account belongs to one organization and to no other until it is released.',
  data: { ad_account_id: adsIdField, org_id: adsIdField, claimed_at: instantField },
});

export const adAccountReleased = defineEvent({
  type: 'AdAccountReleased',
  context,
  stream: 'adAccount-<adAccountId>',
  meaning: 'The ad account is free: its organization was bound to another one.',
  data: { ad_account_id: adsIdField, org_id: adsIdField, released_at: instantField },
});

const interfaceStream = 'adsInterface-<version>';

export const adsInterfaceEnded = defineEvent({
  type: 'AdsInterfaceEnded',
  context,
  stream: interfaceStream,
  meaning: 'The ad service has ended a version of its interface: it says so, or the address of its accounts is gone.',
  data: {
    version: z.literal('v5'),
    /** The call that met it, and its status. */
    operation: z.string(),
    http_status: z.number().int().nullable(),
    ended_at: instantField,
  },
});

export const adsInterfaceBack = defineEvent({
  type: 'AdsInterfaceBack',
  context,
  stream: interfaceStream,
  meaning: 'The version of the interface that had ended answers again.',
  data: { version: z.literal('v5'), back_at: instantField },
});

export const adsConnectionEvents = [
  adAccountBound,
  adAccountCandidatesSeen,
  adsKeyMade,
  adsCredentialsSet,
  adsCredentialsRefused,
  adsCredentialsAccepted,
  adAccountClaimed,
  adAccountReleased,
  adsInterfaceEnded,
  adsInterfaceBack,
] as const;

export type AdsConnectionEvent = EventOf<(typeof adsConnectionEvents)[number]>;
