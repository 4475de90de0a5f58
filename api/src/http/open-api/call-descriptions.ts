/** Calls that belong together, each with one sentence about what it does. */
export interface CallGroup {
  readonly tag: string;
  readonly description: string;
  /** By `METHOD /address`. */
  readonly calls: Readonly<Record<string, string>>;
}

/** Every call of the API; those that the description lacks or that are not served fail a spec. */
export const callGroups: readonly CallGroup[] = [
  {
    tag: 'Accounts',
    description: 'Sign-up, sessions, one’s own account and the people of a team.',
    calls: {
      'POST /api/session': 'Signs in with e-mail and password, or as a visitor of the demo.',
      'DELETE /api/session': 'Signs out: the token of the call ends.',
      'GET /api/account': 'The account, its token and the applications of its team.',
      'POST /api/account': 'Signs a person up, or joins a team with the token of an invitation.',
      'PUT /api/account': 'Changes the profile or one of the switches; one group of fields in a call.',
      'DELETE /api/account': 'Deletes the account. What holds it back, or the day of the deletion, is in the answer.',
      'POST /api/account/verification': 'Sends the mail that confirms the address again, at most five times a day.',
      'POST /api/account/verify': 'Confirms an address with the token of a mail; repeating it changes nothing.',
      'POST /api/account/email': 'Asks for another address; it holds once the mail to it is confirmed.',
      'POST /api/account/password_reset': 'Mails a link for a new password, if the address has an account.',
      'POST /api/account/password': 'Sets a new password with the token of a mail; all sessions end.',
      'GET /api/sessions': 'The sessions of the account.',
      'DELETE /api/sessions': 'Ends one session, or all others.',
      'POST /api/account/export': 'Has a copy of the account’s data made; a mail says when it is ready.',
      'GET /api/account/export': 'The copy as a ZIP file, for seven days.',
      'POST /api/account/keep': 'Takes a planned deletion back, with the token of its mail.',
      'GET /api/account/collaborator': 'Who invites, by the token of an invitation.',
      'POST /api/account/collaborator': 'Invites a person, or sends the invitation again.',
      'PUT /api/account/collaborator': 'Gives a person another role.',
      'DELETE /api/account/collaborator': 'Removes a person, or revokes an invitation.',
      'GET /api/account/collaborators': 'Members of the team and pending invitations.',
    },
  },
  {
    tag: 'Applications',
    description: 'Applications, their four integrations and their webhooks.',
    calls: {
      'POST /api/application': 'Adds an application by its address in the App Store.',
      'POST /api/application/settings': 'Changes what figures are computed with.',
      'POST /api/application/api_key': 'Makes a new API key; the old ones stay good.',
      'DELETE /api/application/api_key': 'Ends an old API key: apps that ship with it are answered 401.',
      'POST /api/application/asa_account_name': 'Names the Apple Ads account to be linked.',
      'GET /api/application/apple_ads': 'How the organizations are connected to Apple Ads.',
      'POST /api/application/apple_ads/key': 'Makes a key for access of an organization’s own; shows its public half.',
      'POST /api/application/apple_ads/credentials': 'Sets access of an organization’s own, after it was tried.',
      'POST /api/application/apple_ads/account': 'Says which account at Apple Ads an organization is.',
      'POST /api/application/asc_credentials': 'Sets the key of App Store Connect, after it was tried.',
      'POST /api/application/appstorepassword': 'Sets the shared secret.',
      'POST /api/application/asc_notifications': 'Says that the store posts to our address.',
      'POST /api/application/sdk_integration': 'Says that the SDK is built in.',
      'GET /api/application/notification_forwarding': 'The addresses that webhooks and notifications go to.',
      'POST /api/application/notification_forwarding': 'Sets them; `null` ends one.',
      'POST /api/application/webhook_secret': 'Makes another secret; for 24 hours both sign.',
      'POST /api/application/webhook_test': 'Sends a test event and says what was answered.',
      'GET /api/application/webhook_deliveries': 'Deliveries with their attempts, newest first.',
      'POST /api/application/webhook_deliveries/replay': 'Sends deliveries again, with the same bodies.',
      'GET /api/application/iap_prices': 'Products with what they sold, by country.',
      'GET /api/application/iap_info': 'The curves of a product: trials that convert, value by charge.',
      'GET /api/application/countries_ltv': 'Installs, income and value of a user by country.',
    },
  },
  {
    tag: 'Reports',
    description: 'What objects cost and what their users paid.',
    calls: {
      'GET /api/asa/campaigns': 'Campaigns with all columns, or in buckets of days, weeks or months.',
      'GET /api/asa/adgroups': 'The ad groups of a campaign.',
      'GET /api/asa/keywords': 'The keywords of an ad group.',
      'GET /api/asa/all_campaigns_keywords': 'The keywords of several campaigns in one list.',
      'GET /api/asa/basic_by_countries': 'One row a country, over the whole ad organization.',
      'GET /api/asa/monthly_reports': 'A year by months.',
      'GET /api/asa/campaign_names': 'Campaigns by name, for choosing.',
      'GET /api/asa/explanation': 'How one figure of a row is computed, with its terms.',
      'POST /api/asa/past_view': 'Prepares reports as they were known at an instant.',
      'GET /api/asa/past_view': 'How far an instant is prepared, and the earliest one.',
      'GET /api/asa/today_by_hour': 'Today beside yesterday, by hour.',
      'GET /api/history': 'Progress of the months before the integration.',
    },
  },
  {
    tag: 'Changes',
    description: 'Settings at Apple Ads: changed, collected, limited and taken back.',
    calls: {
      'PUT /api/asa/campaigns_status': 'Activates or pauses campaigns.',
      'PUT /api/asa/ad_groups_status': 'Activates or pauses ad groups.',
      'PUT /api/asa/keywords_status': 'Activates or pauses keywords.',
      'DELETE /api/asa/campaigns': 'Deletes campaigns.',
      'DELETE /api/asa/ad_groups': 'Deletes ad groups.',
      'DELETE /api/asa/keywords': 'Deletes keywords.',
      'PUT /api/asa/campaigns_budgets': 'Sets lifetime and daily budgets.',
      'PUT /api/asa/adgroups_bids': 'Sets default bids and goals of ad groups.',
      'PUT /api/asa/keywords_bids': 'Sets bids of keywords.',
      'PUT /api/asa/ad_group_search_match': 'Switches Search Match of an ad group.',
      'GET /api/asa/changes': 'The history of changes, or the progress of one change.',
      'POST /api/asa/undo': 'Takes a change back, or shows what that would do.',
      'GET /api/asa/change_sets': 'Change sets, or one with its rows.',
      'POST /api/asa/change_sets': 'Begins a change set.',
      'PUT /api/asa/change_sets': 'Adds or removes rows, submits, approves, rejects or applies a set.',
      'GET /api/asa/guardrails': 'The limits of an application and what is stopped.',
      'PUT /api/asa/guardrails': 'Sets the limits.',
      'POST /api/asa/stop_all': 'Stops automatic writes, or releases them.',
    },
  },
  {
    tag: 'Campaigns',
    description: 'Campaigns and keywords that are created, search terms, product pages.',
    calls: {
      'POST /api/asa/skag_campaign': 'Creates a campaign with one ad group for each keyword.',
      'POST /api/asa/skag_campaign_bulk': 'Creates campaigns from a CSV template.',
      'POST /api/asa/skag_campaign/keyword':
        'Adds keywords to a SKAG campaign; also saves decisions about its search terms.',
      'POST /api/asa/discovery_campaign': 'Creates a discovery campaign.',
      'PUT /api/asa/discovery_campaign': 'Adds keywords to a discovery campaign.',
      'GET /api/asa/creations': 'Creations and their progress.',
      'POST /api/asa/creations/cancel': 'Stops a creation after the batch under way.',
      'POST /api/asa/creations/continue': 'Goes on with a creation.',
      'GET /api/asa/filter_skag': 'Search terms of a SKAG campaign and what was decided on them.',
      'GET /api/asa/filter_discovery': 'Search terms of a discovery campaign.',
      'POST /api/asa/filter_discovery': 'Saves decisions about them: bought, excluded.',
      'POST /api/asa/search_terms/hide': 'Hides terms, or shows them again.',
      'GET /api/asa/creatives': 'Custom product pages and whether ads may use them.',
      'POST /api/asa/creatives': 'Reads them again from Apple Ads.',
      'GET /api/asa/ad_groups_cpps': 'Ad groups with the page that each shows.',
      'PUT /api/asa/ad_groups_cpps': 'Gives ad groups another page.',
      'GET /api/asa/ad_groups_names': 'Ad groups of a campaign by name, for choosing.',
      'GET /api/asa/cpp_reports': 'A custom product page beside the default one.',
    },
  },
  {
    tag: 'Automation',
    description: 'Rules that raise bids and tidy search terms, and why they did.',
    calls: {
      'GET /api/asa/automated_campaigns': 'The rules of an application.',
      'POST /api/asa/automated_campaigns': 'Makes a rule.',
      'PUT /api/asa/automated_campaigns': 'Changes, pauses, starts or deletes a rule.',
      'POST /api/asa/automated_campaigns/resume': 'Has a rule take up keywords again that it left alone.',
      'POST /api/asa/automated_campaigns/run': 'Runs a rule now.',
      'GET /api/asa/automated_campaigns/verdicts': 'What a rule decided for each keyword, on which numbers.',
      'GET /api/asa/automated_campaign_logs': 'The runs of a rule, newest first.',
      'POST /api/asa/automated_campaigns/dry_run': 'What a rule would do now; nothing is recorded.',
      'POST /api/asa/automated_campaigns/backtest': 'What a rule would have done in past slots.',
      'GET /api/asa/campaign_groups': 'Campaigns by ad organization, for choosing what a rule applies to.',
    },
  },
  {
    tag: 'Billing',
    description: 'The team’s own plan.',
    calls: {
      'GET /api/billing/plans': 'Plans and prices.',
      'GET /api/billing/status': 'Plan, state, usage and payments of the team.',
      'POST /api/billing/checkout': 'Begins a purchase; the answer names the page that takes the card.',
      'GET /api/billing/checkout': 'What that page shows, by the header `x-checkout-ticket`.',
      'POST /api/billing/pause_subscription': 'Pauses the plan at the end of the paid period.',
      'POST /api/billing/restart_subscription': 'Goes on with a paused plan.',
      'POST /api/billing/change_plan': 'Changes the plan, or shows what that costs.',
    },
  },
  {
    tag: 'SQL access',
    description: 'Users of SQL and the query page. Statements of tools go to ClickHouse’s own protocol.',
    calls: {
      'GET /api/sql_users': 'Users of SQL: one’s own, and the team’s for admins.',
      'POST /api/sql_user': 'Makes a user; the password is in this answer only.',
      'PUT /api/sql_user': 'Changes what a user may read.',
      'DELETE /api/sql_user': 'Ends a user.',
      'POST /api/sql_user/rotate': 'Makes another password; the old one ends.',
      'GET /api/sql_queries': 'Statements that were run, newest first.',
      'GET /api/sql_views': 'Views with their columns.',
      'POST /api/sql_query': 'Runs a statement for the query page.',
      'GET /api/sql_saved_queries': 'Saved statements.',
      'POST /api/sql_saved_query': 'Saves a statement.',
      'DELETE /api/sql_saved_query': 'Deletes a saved statement.',
    },
  },
  {
    tag: 'Health',
    description: 'For who runs the product.',
    calls: {
      'POST /api/usage': 'How a page is used, from a fixed list of names; dropped for who does not share it.',
      'POST /api/client_error': 'A fault of a page, without anything personal.',
      'GET /healthz': 'Answers while the process lives.',
      'GET /readyz': 'How each part is.',
    },
  },
];

const described = new Map(
  callGroups.flatMap(({ tag, calls }) => Object.entries(calls).map(([call, summary]) => [call, { tag, summary }])),
);

/** What the description says about a call; nothing about one that is not listed. */
export const describedCall = (method: string, url: string): { tags: string[]; summary: string } | undefined => {
  const entry = described.get(`${method} ${url}`);
  return entry && { tags: [entry.tag], summary: entry.summary };
};
