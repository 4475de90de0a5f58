import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons/svg/chevron-down';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { templatesOptions } from '../api/custom-rules-api.ts';
import { menuMessages as words } from '../messages/menu-messages.ts';
import styles from './new-rule-menu.module.css';

/** Where rules pull against each other, and templates to begin a rule with: each says what it is for and what may go wrong. */
export function NewRuleMenu({ applicationId }: { applicationId: number }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const templates = useQuery({ ...templatesOptions, enabled: open });
  const begin = (template: string | null) => {
    const search = new URLSearchParams({ app: String(applicationId), type: 'custom' });
    if (template !== null) search.set('template', template);
    void navigate({ pathname: '/client/automation/new', search: search.toString() });
  };
  const conflicts = { pathname: '/client/automation/conflicts', search: `app=${applicationId}` };
  return (
    <>
      <Button appearance="subtle" onClick={() => void navigate(conflicts)}>
        {words.conflicts}
      </Button>
      <Menu open={open} onOpenChange={(_, data) => setOpen(data.open)}>
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="primary" icon={<ChevronDown12Regular />} iconPosition="after">
            {words.newRule}
          </Button>
        </MenuTrigger>
        <MenuPopover className={styles.menu}>
          <MenuList aria-busy={templates.isPending}>
            <MenuItem subText={words.blankUse} onClick={() => begin(null)}>
              {words.blank}
            </MenuItem>
            {templates.isPending && <MenuItem disabled>{words.loading}</MenuItem>}
            {templates.isError && (
              <MenuItem persistOnClick subText={messageOf(templates.error)} onClick={() => void templates.refetch()}>
                {words.retry}
              </MenuItem>
            )}
            {templates.data?.map(({ id, name, use, risk }) => (
              <MenuItem key={id} subText={<Hints use={use} risk={risk} />} onClick={() => begin(id)}>
                {name}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}

function Hints({ use, risk }: { use: string; risk: string }) {
  return (
    <span className={styles.hints}>
      <span>{use}</span>
      <span>
        {words.risk}: {risk}
      </span>
    </span>
  );
}
