import type { AlertChannel } from '@tapwise/contract/alerts';
import type { ChannelFaults, ChannelForm } from '../../model/channel-form.ts';

/** What every part of the form of a channel gets. */
export interface ChannelFieldsProps {
  form: ChannelForm;
  /** `null`: a new one. */
  channel: AlertChannel | null;
  faults: ChannelFaults;
  onChange: (part: Partial<ChannelForm>) => void;
}
