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
import { useNavigate } from 'react-router-dom';
import { isFixed, type ListedRule } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';
import type { AutomationUrl } from './use-automation-url.ts';
import type { RuleActions } from './use-rule-actions.ts';

const { actions: words, actionsOf } = automationMessages;

interface Props {
  rule: ListedRule;
  url: AutomationUrl;
  actions: RuleActions;
  onDelete: (rule: ListedRule) => void;
  onBacktest: (rule: ListedRule) => void;
}

/** Everything that can be done with a rule. */
export function RuleMenu({ rule, url, actions, onDelete, onBacktest }: Props) {
  const navigate = useNavigate();
  const takesFocusBack = useRestoreFocusTarget();
  const { id, status, receive_notifications: receives } = rule;
  const raises = rule.type === 'raise_bids';
  const fixed = isFixed(rule);
  // A filter has nothing that could be tried, and is never deleted.
  const full = raises || !fixed;
  const open = (part: Parameters<AutomationUrl['addressOf']>[1] = {}) => void navigate(url.addressOf(id, part));
  const running = status === 'active';
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          {...takesFocusBack}
          size="small"
          appearance="subtle"
          icon={<MoreHorizontal20Regular />}
          aria-label={actionsOf(rule.campaign_name)}
          title={automationMessages.columns.actions}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void actions.setNotifications(rule, !receives)}>
            {receives ? words.stop : words.receive}
          </MenuItem>
          <MenuItem onClick={() => url.change({ panel: 'logs', id })}>{words.logs}</MenuItem>
          {fixed && <MenuItem onClick={() => url.change({ panel: 'apply', id })}>{words.apply}</MenuItem>}
          {!fixed && <MenuItem onClick={() => void navigate(url.editAddressOf(id))}>{words.edit}</MenuItem>}
          {raises && <MenuItem onClick={() => url.change({ panel: 'edit', id })}>{words.edit}</MenuItem>}
          <MenuItem onClick={() => void actions.setRunning(rule, !running)}>
            {running ? words.pause : words.start}
          </MenuItem>
          <MenuDivider />
          <MenuItem onClick={() => open()}>{words.open}</MenuItem>
          <MenuItem disabled={!running} onClick={() => void actions.run(rule).then((begun) => begun && open())}>
            {words.run}
          </MenuItem>
          {raises && <MenuItem onClick={() => open({ run: 'dry' })}>{words.dryRun}</MenuItem>}
          {raises && <MenuItem onClick={() => onBacktest(rule)}>{words.backtest}</MenuItem>}
          {full && (
            <MenuItem onClick={() => void actions.setShadow(rule, rule.mode === 'live')}>
              {rule.mode === 'shadow' ? words.promote : words.toShadow}
            </MenuItem>
          )}
          {full && <MenuDivider />}
          {full && <MenuItem onClick={() => onDelete(rule)}>{words.delete}</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
