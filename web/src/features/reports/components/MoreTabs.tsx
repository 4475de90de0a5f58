import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import type { ReportTab } from '../model/view-state.ts';

interface Props {
  tabs: readonly { tab: ReportTab; label: string }[];
  chosen: ReportTab;
  onTab: (tab: unknown) => void;
}

/** The tabs that found no room. */
export function MoreTabs({ tabs, chosen, onTab }: Props) {
  return (
    <Menu checkedValues={{ tab: [chosen] }} onCheckedValueChange={(_, data) => onTab(data.checkedItems[0])}>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<MoreHorizontal20Regular />} aria-label="More" title="More" />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {tabs.map(({ tab, label }) => (
            <MenuItemRadio key={tab} name="tab" value={tab}>
              {label}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
