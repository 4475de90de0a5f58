import {
  Button,
  Menu,
  MenuDivider,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { Filter20Regular } from '@fluentui/react-icons/svg/filter';
import { Flag20Regular } from '@fluentui/react-icons/svg/flag';
import { Warning20Regular } from '@fluentui/react-icons/svg/warning';
import type { RefObject } from 'react';
import { markMessages as words } from '../../messages.ts';
import type { ChartMarks } from './use-chart-marks.ts';

interface Props {
  marks: ChartMarks;
  /** Marks of the lines drawn. */
  count: number;
  open: boolean;
  onOpen: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** How many marks there are, which opens their list; and which of them are wanted. */
export function MarkTools({ marks, count, open, onOpen, button }: Props) {
  const { choice, fields, type } = marks;
  const failed = marks.error !== null && marks.loaded === null;
  const chosen = choice.fields ?? fields;
  const inside = words.inside[type];
  return (
    <>
      <Button
        ref={button}
        size="small"
        appearance="subtle"
        icon={failed ? <Warning20Regular /> : <Flag20Regular />}
        aria-expanded={open}
        style={{ minWidth: 104, justifyContent: 'flex-end', whiteSpace: 'nowrap' }}
        onClick={onOpen}
      >
        {failed ? words.notLoaded : marks.loaded === null ? words.unknownCount : words.count(count)}
      </Button>
      <Menu
        persistOnItemClick
        checkedValues={{ field: [...chosen], inside: choice.inside ? ['inside'] : [] }}
        onCheckedValueChange={(_, { name, checkedItems }) => {
          if (name === 'inside') marks.choose({ inside: checkedItems.includes('inside') });
          else {
            const wanted = fields.filter((field) => checkedItems.includes(field));
            marks.choose({ fields: wanted.length === fields.length ? null : wanted });
          }
        }}
      >
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance="subtle"
            icon={<Filter20Regular />}
            aria-label={words.choose}
            title={words.choose}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {fields.map((field) => (
              <MenuItemCheckbox key={field} name="field" value={field}>
                {words.fields[field]}
              </MenuItemCheckbox>
            ))}
            {inside !== null && <MenuDivider />}
            {inside !== null && (
              <MenuItemCheckbox name="inside" value="inside">
                {inside}
              </MenuItemCheckbox>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}
