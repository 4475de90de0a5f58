import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import { PlugConnected20Regular } from '@fluentui/react-icons/svg/plug-connected';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/dialogs/ConfirmDialog.tsx';
import type { Delivery, Endpoints, Lane } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { healthOf } from '../model/delivery-texts.ts';
import { AddressForm } from './AddressForm.tsx';
import styles from './endpoints.module.css';
import type { EndpointWrites } from './use-endpoint-writes.ts';

interface Props {
  lane: Lane;
  endpoints: Endpoints;
  deliveries: readonly Delivery[];
  writes: EndpointWrites;
  refusal: string | null;
}

const icons = { webhook: PlugConnected20Regular, forwarding: Send20Regular } as const;
const addressOf = (endpoints: Endpoints, lane: Lane) =>
  lane === 'webhook' ? endpoints.webhook_url : endpoints.proxy_url;
const stateOf = (endpoints: Endpoints, lane: Lane): Endpoints['webhook_state'] =>
  lane === 'webhook' ? endpoints.webhook_state : endpoints.proxy_url === '' ? 'none' : 'active';

/** One address: where it leads, whether it is used, how its deliveries go, and what can be done with it. */
export function EndpointRow({ lane, endpoints, deliveries, writes, refusal }: Props) {
  const [asked, setAsked] = useState<'address' | 'off' | 'rotate' | null>(null);
  const own = words.lanes[lane];
  const address = addressOf(endpoints, lane);
  const state = stateOf(endpoints, lane);
  const health = healthOf(deliveries, lane);
  const healthText = state === 'none' ? '' : words.health(health.delivered, health.tried, health.pending);
  const Icon = icons[lane];
  const row = useRef<HTMLLIElement>(null);
  const ask = (what: typeof asked) => {
    writes.forgetFailure();
    setAsked(what);
    if (what === null) requestAnimationFrame(() => focusIfLost(row.current));
  };
  return (
    <li ref={row} className={styles.lane} data-lane={lane}>
      <div className={styles.laneLine}>
        <Icon aria-hidden />
        <div className={styles.laneWords}>
          <span>
            <strong>{own.title}</strong>
            {healthText !== '' && ` · ${healthText}`}
          </span>
          {address === '' ? <span>{own.none}</span> : <code title={address}>{address}</code>}
          {state === 'disabled' && <span className={styles.why}>{words.disabled}</span>}
        </div>
        <span className={styles.state} data-state={state}>
          {words.states[state]}
        </span>
        {address === '' ? (
          <Button
            size="small"
            aria-label={words.setOf(own.title)}
            aria-expanded={asked === 'address'}
            disabledFocusable={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => refusal === null && ask('address')}
          >
            {words.set}
          </Button>
        ) : (
          <LaneMenu
            lane={lane}
            refusal={refusal}
            disabled={state === 'disabled'}
            onAsk={ask}
            onEnable={() => void writes.save(lane, address, words.enabled(own.title))}
          />
        )}
      </div>
      {asked === 'address' && (
        <AddressForm
          label={own.address}
          note={lane === 'webhook' && address !== '' ? words.newAddressNote : null}
          before={address}
          busy={writes.busy === lane}
          refused={writes.failure?.of === lane ? writes.failure.message : null}
          onSave={async (next) => (await writes.save(lane, next, words.saved(own.title))) && ask(null)}
          onCancel={() => ask(null)}
        />
      )}
      {asked === 'off' && (
        <ConfirmDialog
          title={words.turnOffTitle(own.title)}
          action={words.turnOff}
          onConfirm={() => {
            ask(null);
            void writes.save(lane, '', words.turnedOff(own.title));
          }}
          onClose={() => ask(null)}
        >
          {words.turnOffText[lane]}
        </ConfirmDialog>
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={words.rotateTitle}
          action={words.rotate}
          onConfirm={() => {
            ask(null);
            void writes.rotate();
          }}
          onClose={() => ask(null)}
        >
          {words.rotateText}
        </ConfirmDialog>
      )}
    </li>
  );
}

/** What had the focus is gone: the row's own button takes it. */
function focusIfLost(row: HTMLElement | null): void {
  if (document.activeElement === document.body) row?.querySelector('button')?.focus();
}

interface MenuProps {
  lane: Lane;
  refusal: string | null;
  disabled: boolean;
  onAsk: (what: 'address' | 'off' | 'rotate') => void;
  onEnable: () => void;
}

function LaneMenu({ lane, refusal, disabled, onAsk, onEnable }: MenuProps) {
  const label = words.actionsOf(words.lanes[lane].title);
  const button = (
    <Button
      size="small"
      appearance="subtle"
      icon={<MoreHorizontal20Regular />}
      aria-label={label}
      title={refusal ?? label}
      disabledFocusable={refusal !== null}
    />
  );
  if (refusal !== null) return button;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          {disabled && <MenuItem onClick={onEnable}>{words.enable}</MenuItem>}
          <MenuItem onClick={() => onAsk('address')}>{words.change}</MenuItem>
          {lane === 'webhook' && <MenuItem onClick={() => onAsk('rotate')}>{words.rotate}</MenuItem>}
          <MenuItem onClick={() => onAsk('off')}>{words.turnOff}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
