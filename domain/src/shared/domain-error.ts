/** Every refusal there is: its stable code and the sentence people read when the place that refuses has no better one. */
export const errorCodes = {
  invalid_request: 'The request is not valid.',
  unauthorized: 'Unauthorized',
  forbidden: 'You have no right to do this.',
  admin_only: 'Only admins can do this',
  demo_account: "You're on a demo account.",
  read_only: 'Your role can only read reports.',
  not_found: 'Not found.',
  conflict: 'This was changed at the same time. Please try again.',
  idempotency_key_reused: 'This Idempotency-Key was used for another request.',
  still_running: 'The same request is still running. Please wait for its answer.',
  unsupported: 'This is not supported.',
  payload_too_large: 'The request is too large.',
  too_soon: 'This was done a moment ago. Please wait.',
  too_many_requests: 'Too many requests. Please try again later.',
  unavailable: 'This is not available right now. Please try again later.',

  not_integrated: 'Please integrate the search-ads service for this application in Settings',
  apple_ads_not_connected: 'This account is not connected to Apple Ads yet. Please try again in a minute.',
  invalid_address: 'Please enter a valid https address',
  too_many_rows: 'Too many rows: at most 5,000',
  too_many: 'There are too many of these already.',
  creation_running: 'A creation is still running in this campaign.',
  wrong_state: 'This is not possible now.',
  bad_keywords: 'Some keywords cannot be used',
  bad_template: 'The template has errors',
  bad_rule: 'The rule has errors',
  unsubscribed: 'This address has unsubscribed',
  not_allowed: 'You may not take this step.',
  refused: 'The changes were refused',
  guardrail: 'This goes beyond a guardrail of your team.',

  name_required: 'Please input your Name',
  name_invalid: 'Use at most 100 characters and no control characters',
  email_required: 'Please input your Email',
  email_invalid: 'Please enter a valid email',
  email_taken: 'An account with this email already exists. Log in instead.',
  password_required: 'Please input your Password',
  password_too_short: 'Use at least 8 characters',
  password_too_long: 'Use at most 128 characters',
  already_member: 'Already in your team',
  team_full: 'A team has at most 50 people, invitations included.',
  sql_users_full: 'A team has at most 10 users of SQL.',
  saved_queries_full: 'A team has at most 200 saved queries. Delete one first.',
  last_admin: 'Your team needs at least one admin.',
  subscription_active: 'Cancel your subscription first.',
  own_removal: 'You cannot remove yourself',
  invitation_invalid: 'This invitation is no longer valid. Ask for a new one.',
  team_name_required: 'Please input non-empty organization name',
  unverified: 'Please confirm your email to invite more people.',
  link_invalid: 'This link is no longer valid.',
  wrong_password: 'Wrong password',
  password_too_easy: 'This password is too easy to guess. Use a longer one.',
  key_in_use: 'The newest key cannot be deleted. Make a new one first.',
  too_many_keys: 'An application has at most five keys. Delete one first.',
  wrong_credentials: 'Wrong email or password',
  too_many_attempts: 'Too many wrong passwords. Please wait and try again.',

  app_name_required: 'Please input app name',
  app_url_required: 'Please input app store url',
  app_url_invalid: 'Please enter the address of your app in the App Store',
  app_added: 'Your team has this app already.',
  currency_unknown: 'This currency is not known.',
  ads_account_name_required: 'Error: account name is required',
  store_password_required: 'Shared Secret is required',
  store_password_invalid: 'A Shared Secret has 1 to 64 printable characters.',
  issuer_id_required: 'Issuer ID is required',
  key_id_required: 'KEY ID is required',
  private_key_required: 'API key file is required',
  private_key_invalid: 'This file is not an App Store Connect API key.',
  vendor_number_required: 'Vendor number is required',
  store_key_refused: 'Apple did not accept this key. Check Issuer ID and KEY ID.',
  store_key_without_rights:
    "The key needs 'Sales and Reports' rights and must come from an admin or owner of the store account.",
  store_agreement_missing: 'Apple asks the account holder to sign an agreement in App Store Connect.',
  vendor_number_refused: 'Vendor number is not valid for this key',

  payments_off: 'Payments are not set up on this server.',
  subscribed: 'You already have a subscription.',
  nothing_to_pause: 'There is no subscription to pause.',
  choose_plan: 'Choose a plan to start again.',
  update_card: 'Please update your card first.',
  renewing_soon: 'Your plan renews in a few minutes. Try again after that.',
  payment_failed: 'The payment failed. Your plan is unchanged.',
  same_plan: 'This is your plan already.',
  restart_first: 'Please restart your subscription first.',
  busy: 'An earlier request is still under way. Please wait for it.',
  provider_refused: 'Too many requests on a server. Please try again later.',

  invalid_date_range: 'The date range is not valid.',
  unknown_country: 'This country is not known.',
  unknown_claim_type: 'The claim type must be click, view or total.',
  unknown_status: 'The status must be all, active or paused.',
  unknown_granularity: 'The granularity must be day, week or month.',
  unknown_report: 'This report is not known.',

  not_verifiable: 'The notification could not be verified.',
  internal: 'Internal server error. We will fix it soon.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What a refusal may say beyond its code. */
export interface DomainErrorOptions {
  /** Sentence for people; the code's own sentence when absent. */
  message?: string;
  /** Facts a program can use: a field's name, seconds to wait. Never secrets or personal data. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
  /** Every row that was refused, for calls that change many. */
  rows?: readonly RefusedRow[];
  /** What else the answer holds, by the contract; never secrets or personal data. */
  responseFields?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** A row of a call that was refused before anything was done. */
export interface RefusedRow {
  readonly key: string;
  readonly field: string;
  readonly message?: string;
  /** Of a guardrail: its name, its limit and what was requested, in units. */
  readonly guardrail?: string;
  readonly limit?: number;
  readonly value?: number;
}

/** A rule says no. Thrown before any event is made, so that nothing has changed. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: NonNullable<DomainErrorOptions['details']>;
  readonly rows: readonly RefusedRow[];
  readonly answer: NonNullable<DomainErrorOptions['responseFields']>;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? errorCodes[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.rows = options.rows ?? [];
    this.answer = options.responseFields ?? {};
  }
}

/** Whether the text is one of the codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
