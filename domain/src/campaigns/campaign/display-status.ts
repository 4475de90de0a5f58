/** What the ad service says of an object, as far as the status of a keyword depends on it. */
interface DisplayedKeyword {
  readonly status: string;
  readonly is_deleted: boolean;
}
interface DisplayedAdGroup {
  readonly is_deleted: boolean;
  /** Its display status, which says when its campaign holds it up. */
  readonly display_status?: string | undefined;
}

/**
 * The display status of a keyword. The ad service gives it in reports only, which list keywords with activity, so it is derived
 * from the settings of the keyword and the display status of its ad group.
 * @returns `RUNNING`, `PAUSED`, `AD_GROUP_ON_HOLD`, `CAMPAIGN_ON_HOLD` or `DELETED`.
 */
export function keywordDisplayStatus(keyword: DisplayedKeyword, adGroup: DisplayedAdGroup | undefined): string {
  const group = adGroup?.display_status ?? 'RUNNING';
  if (keyword.is_deleted || adGroup?.is_deleted === true || group === 'DELETED') return 'DELETED';
  if (keyword.status === 'PAUSED') return 'PAUSED';
  if (group === 'CAMPAIGN_ON_HOLD') return group;
  return group === 'RUNNING' ? 'RUNNING' : 'AD_GROUP_ON_HOLD';
}
