import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import type { ReportTab } from '../../model/views/view-state.ts';
import { MoreButton } from './MoreButton.tsx';

interface Props {
  tabs: readonly { tab: ReportTab; label: string }[];
  chosen: ReportTab;
  onTab: (tab: unknown) => void;
}

/** The tabs that found no room, in a menu that begins open: it is fetched at the press that opens it. */
export function MoreTabs({ tabs, chosen, onTab }: Props) {
  return (
    <Menu defaultOpen checkedValues={{ tab: [chosen] }} onCheckedValueChange={(_, data) => onTab(data.checkedItems[0])}>
      <MenuTrigger disableButtonEnhancement>
        <MoreButton />
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
