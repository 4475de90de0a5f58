import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import type { ReportSchedule } from '../../api/report-schedule-types.ts';
import { scheduledReportMessages } from '../../messages.ts';
import type { ReportActions } from '../use-report-actions.ts';
import type { ReportsPageUrl } from '../use-reports-url.ts';

const { actions: words, actionsOf, columns } = scheduledReportMessages;

interface Props {
  schedule: ReportSchedule;
  url: ReportsPageUrl;
  actions: ReportActions;
  onAsk: (kind: 'delete' | 'send', schedule: ReportSchedule) => void;
}

/** Everything that can be done with a report. */
export function ReportMenu({ schedule, url, actions, onAsk }: Props) {
  const takesFocusBack = useRestoreFocusTarget();
  const isRunning = schedule.status === 'active';
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          {...takesFocusBack}
          size="small"
          appearance="subtle"
          icon={<MoreHorizontal20Regular />}
          aria-label={actionsOf(schedule.name)}
          title={columns.actions}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => url.open(schedule.id)}>{words.open}</MenuItem>
          <MenuItem onClick={() => url.open(schedule.id, 'edit')}>{words.edit}</MenuItem>
          <MenuItem onClick={() => void actions.setRunning(schedule, !isRunning)}>
            {isRunning ? words.pause : words.start}
          </MenuItem>
          <MenuDivider />
          <MenuItem onClick={() => void actions.send(schedule, 'me')}>{words.sendMe}</MenuItem>
          <MenuItem onClick={() => onAsk('send', schedule)}>{words.sendAll}</MenuItem>
          <MenuDivider />
          <MenuItem onClick={() => onAsk('delete', schedule)}>{words.delete}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
