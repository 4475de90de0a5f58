import type { AlertChannel } from '@tapwise/contract/alerts';
import type { ChannelContent } from '../api/channels-api.ts';
import { channelMessages as words } from '../channel-messages.ts';

/** A channel as it is being entered. */
export interface ChannelForm {
  readonly kind: AlertChannel['kind'];
  readonly name: string;
  readonly url: string;
  readonly members: readonly number[];
  readonly quiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly weekdays: readonly number[];
  readonly high: boolean;
  /** `HH:00`; empty: each at once. */
  readonly digest: string;
  readonly withoutAmounts: boolean;
}

/** What is wrong, by field. */
export type ChannelFaults = Partial<Record<'name' | 'url' | 'members' | 'from' | 'to' | 'weekdays', string>>;

export const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const evening = { from: '20:00', to: '08:00' };

/** @param channel `null`: a new one. @param zone Of the person. */
export function channelForm(channel: AlertChannel | null, zone: string): ChannelForm {
  const quiet = channel?.quiet ?? null;
  return {
    kind: channel?.kind ?? 'mail',
    name: channel?.name ?? '',
    url: '',
    members: channel?.account_ids ?? [],
    quiet: quiet !== null,
    from: quiet?.from ?? evening.from,
    to: quiet?.to ?? evening.to,
    zone: quiet?.zone ?? zone,
    weekdays: quiet?.weekdays ?? everyDay,
    high: quiet?.high ?? false,
    digest: channel?.digest ?? '',
    withoutAmounts: channel?.without_amounts ?? false,
  };
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/;
const slack = /^https:\/\/hooks\.slack(-gov)?\.com\/services\/[^\s?#]+$/;

/** @param isNew A channel that exists keeps its address where none is entered. */
export function channelFaults(form: ChannelForm, isNew: boolean): ChannelFaults {
  const faults: ChannelFaults = {};
  if (form.name.trim() === '') faults.name = words.badName;
  const url = form.url.trim();
  if (form.kind !== 'mail' && (isNew || url !== '')) {
    if (form.kind === 'slack' && !slack.test(url)) faults.url = words.badSlack;
    if (form.kind === 'webhook' && !url.startsWith('https://')) faults.url = words.badAddress;
  }
  if (form.kind === 'mail' && form.members.length === 0) faults.members = words.noMember;
  if (form.quiet) {
    if (!time.test(form.from)) faults.from = words.badTime;
    if (!time.test(form.to)) faults.to = words.badTime;
    if (form.weekdays.length === 0) faults.weekdays = words.noWeekday;
  }
  return faults;
}

export function channelContent(form: ChannelForm): ChannelContent {
  const { kind, from, to, zone, high } = form;
  const url = form.url.trim();
  const content: ChannelContent = {
    name: form.name.trim(),
    quiet: form.quiet
      ? { from, to, zone, weekdays: form.weekdays.toSorted((left, right) => left - right), high }
      : null,
    digest: form.digest === '' ? null : form.digest,
    without_amounts: form.withoutAmounts,
  };
  if (kind === 'mail') return { ...content, account_ids: [...form.members] };
  return url === '' ? content : { ...content, url };
}
