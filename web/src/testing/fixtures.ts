import { type Account, type Application, type SessionAnswer, sessionAnswerSchema } from '@tapwise/contract';

/** Answers of the API in the contract's form. Each is parsed by the contract's schema, so that none can drift from it. */

export function account(own: Partial<Account> = {}): Account {
  return {
    ...{ user_id: 1, team_id: 1, name: 'Ada Example', email: 'ada@tapwise.example', organizationName: 'Example Apps' },
    ...{ access: 'admin', activeSubscription: null, trialExpirationDate: '2030-01-01T00:00:00.000Z', paidUntil: null },
    ...{
      ...{ pausedSubscription: null, service: 'full', service_ends_at: null },
      hasBillingIssues: false,
      receiveProductUpdates: false,
      share_usage: true,
      mail_switches: { integrations: true, automation: true },
      ...{ export: null, deletes_at: null },
      email_verified: true,
      demo: false,
    },
    ...own,
  };
}

export function application(own: Partial<Application> = {}): Application {
  return {
    ...{ id: 1, name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001', adam_id: 1500000001 },
    ...{
      currency: 'USD',
      api_key: 'a'.repeat(40),
      api_keys: ['a'.repeat(40)],
      small_business: false,
      asa_account_name: 'Moonvale Apps',
    },
    ...{ asa_integration: 'integrated', asc_integration: 'integrated', asc_notifications_integration: 'integrated' },
    notifications_url: `https://in.tapwise.example/store/notifications/${'a'.repeat(40)}`,
    ...{ link_code: 'tapwise-aaaaaaaa', asa_problem: null },
    ...{ asc_checked_at: '2026-11-20T10:00:00.000Z', asc_problem: null },
    ...{ last_notification_at: '2026-11-20T10:00:00.000Z', last_sdk_event_at: '2026-11-20T10:00:00.000Z' },
    ...{
      sdk_integration: 'integrated',
      paymentModel: 'PAYG',
      locInvoiceDetails: null,
      first_sdk_event_date: '2026-01-01',
    },
    asaOrganizations: [{ organization_id: 40, name: 'Moonvale Apps', currency: 'USD', time_zone: 'UTC' }],
    ...own,
  };
}

export function sessionAnswer(of: Account, applications: Application[]): SessionAnswer {
  return sessionAnswerSchema.parse({ status: 'ok', token: 'a-token', account: of, applications });
}
