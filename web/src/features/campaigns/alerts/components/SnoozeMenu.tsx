import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import type { SnoozeSubject } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { isSnoozed } from '../model/episode-texts.ts';
import { snoozeChoices, snoozedUntil } from '../model/snooze-choices.ts';
import type { AlertActions } from './use-alert-actions.ts';
import { useNow } from './use-now.ts';

interface Props {
  subject: SnoozeSubject;
  /** Until when it is snoozed now. */
  until: string | null;
  actions: AlertActions;
  size?: 'small' | 'medium';
  /** Id of the element that names what is snoozed. */
  describedBy?: string;
}

/** Sends nothing about an alert, or about one of its objects, for a time. */
export function SnoozeMenu({ subject, until, actions, size = 'small', describedBy }: Props) {
  const snoozed = isSnoozed(until, useNow());
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size={size}
          disabledFocusable={actions.refusal !== null}
          title={actions.refusal ?? undefined}
          aria-describedby={describedBy}
        >
          {words.snooze}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {snoozed && <MenuItem onClick={() => void actions.snooze(subject, null)}>{words.endSnooze}</MenuItem>}
          {snoozeChoices.map(({ label, hours }) => (
            <MenuItem key={hours} onClick={() => void actions.snooze(subject, snoozedUntil(hours, Date.now()))}>
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
