import { Chat16Regular } from '@fluentui/react-icons/svg/chat';
import { Mail16Regular } from '@fluentui/react-icons/svg/mail';
import { PlugConnected16Regular } from '@fluentui/react-icons/svg/plug-connected';
import type { AlertChannel } from '@tapwise/contract/alerts';

const icons = { mail: Mail16Regular, slack: Chat16Regular, webhook: PlugConnected16Regular };

/** @param props.label Absent where words beside it say the same. */
export function ChannelIcon({ kind, label }: { kind: AlertChannel['kind']; label?: string }) {
  const Icon = icons[kind];
  return label === undefined ? <Icon aria-hidden /> : <Icon role="img" aria-label={label} />;
}
