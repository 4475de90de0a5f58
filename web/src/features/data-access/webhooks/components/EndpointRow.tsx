import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import { PlugConnected20Regular } from '@fluentui/react-icons/svg/plug-connected';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx';
import type { Delivery, EndpointKind, Endpoints } from '../api/webhook-types.ts';
import { webhookMessages as words } from '../messages.ts';
import { healthOf } from '../model/delivery-texts.ts';
import { AddressForm } from './AddressForm.tsx';
import styles from './endpoints.module.css';
import type { EndpointWrites } from './use-endpoint-writes.ts';

interface Props {
  kind: EndpointKind;
  endpoints: Endpoints;
  deliveries: readonly Delivery[];
  writes: EndpointWrites;
  refusal: string | null;
}

const icons = { webhook: PlugConnected20Regular, forwarding: Send20Regular } as const;
const addressOf = (endpoints: Endpoints, kind: EndpointKind) =>
  kind === 'webhook' ? endpoints.webhook_url : endpoints.proxy_url;
const stateOf = (endpoints: Endpoints, kind: EndpointKind): Endpoints['webhook_state'] =>
  kind === 'webhook' ? endpoints.webhook_state : endpoints.proxy_url === '' ? 'none' : 'active';

/** One address: where it leads, whether it is used, how its deliveries go, and what can be done with it. */
export function EndpointRow({ kind, endpoints, deliveries, writes, refusal }: Props) {
  const [dialog, setDialog] = useState<'address' | 'off' | 'rotate' | null>(null);
  const texts = words.lanes[kind];
  const address = addressOf(endpoints, kind);
  const state = stateOf(endpoints, kind);
  const health = healthOf(deliveries, kind);
  const healthText = state === 'none' ? '' : words.health(health.delivered, health.tried, health.pending);
  const Icon = icons[kind];
  const row = useRef<HTMLLIElement>(null);
  const ask = (what: typeof dialog) => {
    writes.forgetFailure();
    setDialog(what);
    if (what === null) requestAnimationFrame(() => focusIfLost(row.current));
  };
  return (
    <li ref={row} className={styles.lane} data-lane={kind}>
      <div className={styles.laneLine}>
        <Icon aria-hidden />
        <div className={styles.laneWords}>
          <span>
            <strong>{texts.title}</strong>
            {healthText !== '' && ` · ${healthText}`}
          </span>
          {address === '' ? <span>{texts.none}</span> : <code title={address}>{address}</code>}
          {state === 'disabled' && <span className={styles.why}>{words.disabled}</span>}
        </div>
        <span className={styles.state} data-state={state}>
          {words.states[state]}
        </span>
        {address === '' ? (
          <Button
            size="small"
            aria-label={words.setOf(texts.title)}
            aria-expanded={dialog === 'address'}
            disabledFocusable={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => refusal === null && ask('address')}
          >
            {words.set}
          </Button>
        ) : (
          <EndpointMenu
            kind={kind}
            refusal={refusal}
            disabled={state === 'disabled'}
            onAsk={ask}
            onEnable={() => void writes.save(kind, address, words.enabled(texts.title))}
          />
        )}
      </div>
      {dialog === 'address' && (
        <AddressForm
          label={texts.address}
          note={kind === 'webhook' && address !== '' ? words.newAddressNote : null}
          before={address}
          busy={writes.busy === kind}
          refused={writes.failure?.of === kind ? writes.failure.message : null}
          onSave={async (next) => (await writes.save(kind, next, words.saved(texts.title))) && ask(null)}
          onCancel={() => ask(null)}
        />
      )}
      {dialog === 'off' && (
        <ConfirmDialog
          title={words.turnOffTitle(texts.title)}
          action={words.turnOff}
          onConfirm={() => {
            ask(null);
            void writes.save(kind, '', words.turnedOff(texts.title));
          }}
          onClose={() => ask(null)}
        >
          {words.turnOffText[kind]}
        </ConfirmDialog>
      )}
      {dialog === 'rotate' && (
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
  kind: EndpointKind;
  refusal: string | null;
  disabled: boolean;
  onAsk: (what: 'address' | 'off' | 'rotate') => void;
  onEnable: () => void;
}

function EndpointMenu({ kind, refusal, disabled, onAsk, onEnable }: MenuProps) {
  const label = words.actionsOf(words.lanes[kind].title);
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
          {kind === 'webhook' && <MenuItem onClick={() => onAsk('rotate')}>{words.rotate}</MenuItem>}
          <MenuItem onClick={() => onAsk('off')}>{words.turnOff}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
