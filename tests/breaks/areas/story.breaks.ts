import type { Break } from '../break.ts';

/** Invitations, roles, links, payments, and what a restricted colleague is sent. */
export const storyBreaks: readonly Break[] = [
  {
    what: 'an invitation stays open after it was accepted',
    file: 'domain/src/accounts/team/team.state.ts',
    find: 'return { members: [...others, withInvitation(team, member)], invitations: withoutToken(team, member.token_hash) };',
    replace: 'return { members: [...others, withInvitation(team, member)] };',
    specs: ['domain/src/accounts/team/team.decider.unit.spec.ts', 'tests/contexts/accounts/people.int.spec.ts'],
  },
  {
    what: 'a person who joins may send extra fields, such as a role',
    file: 'api/contract/src/account/account.contract.ts',
    find: 'export const signUpBodySchema = z.strictObject({',
    replace: 'export const signUpBodySchema = z.looseObject({',
    specs: ['tests/contexts/accounts/people.int.spec.ts'],
  },
  {
    what: 'who joins gets another role than the invitation gives',
    file: 'domain/src/accounts/team/team.decider.ts',
    find: 'access: invitation.access, token_hash, joined_at',
    replace: "access: 'admin' as const, token_hash, joined_at",
    specs: ['domain/src/accounts/team/team.decider.unit.spec.ts', 'tests/contexts/accounts/people.int.spec.ts'],
  },
  {
    what: 'the signature of a payment notification is checked over its parsed body, serialized again',
    file: 'sdk-ingest/src/routes/payment-notifications.route.ts',
    find: 'verifyNotification(signature, bytes, ',
    replace: 'verifyNotification(signature, Buffer.from(JSON.stringify(parseJson(bytes) ?? null)), ',
    specs: ['sdk-ingest/src/routes/payment-notifications.int.spec.ts'],
  },
  {
    what: 'the payment notification that came last wins, however old',
    file: 'domain/src/accounts/billing/payment-book.ts',
    find: 'if (a.occurred_at !== b.occurred_at) return a.occurred_at > b.occurred_at;',
    replace: 'if (a.occurred_at !== b.occurred_at) return a.position > b.position;',
    specs: ['domain/src/accounts/billing/billing.unit.spec.ts'],
  },
  {
    what: 'a restricted colleague is sent whole reports, and only the page leaves columns out',
    file: 'api/src/reports/queries/read-report.ts',
    find: 'response: parameters.restricted ? restrictedResponse(response) : response',
    replace: 'response',
    specs: ['api/src/reports/queries/reports.int.spec.ts'],
  },
  {
    what: 'a restricted colleague is sent whole lines of charts',
    file: 'api/src/reports/queries/ask-series.ts',
    find: '? items.map((item) => ({ ...item, granularity: item.granularity.map(withoutWithheld) }))',
    replace: '? items',
    specs: ['api/src/reports/queries/reports.int.spec.ts'],
  },
  {
    what: 'a restricted colleague is sent whole months',
    file: 'api/src/reports/queries/monthly.query.ts',
    find: 'const hide = isRestricted(session);',
    replace: 'const hide = isRestricted(session) && false;',
    specs: ['api/src/reports/queries/reports.int.spec.ts'],
  },
  {
    what: 'a restricted colleague is sent the whole of today over the socket',
    file: 'api/src/realtime/questions/today-news.ts',
    find: 'today: withoutWithheld(message.today),',
    replace: 'today: message.today,',
    specs: ['api/src/realtime/sockets/rights-watch.int.spec.ts'],
  },
  {
    what: 'the same totals of today are sent twice in a row',
    file: 'api/src/realtime/questions/today-news.ts',
    find: 'if (text === sent[audience]) return undefined;',
    replace: "if (text === sent[audience] && audience === 'full') return undefined;",
    specs: ['api/src/realtime/questions/today-news.unit.spec.ts'],
  },
  {
    what: 'a link that sets a password works more than once',
    file: 'domain/src/accounts/account/account.decider.ts',
    find: "if (reset_id !== null && account.used_resets.includes(reset_id)) throw new DomainError('link_invalid');",
    replace: '',
    specs: ['domain/src/accounts/account/own-account.unit.spec.ts', 'tests/contexts/accounts/own-account.int.spec.ts'],
  },
];
