import { Button, Tab, TabList } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import type { Application, Organization } from '@tapwise/contract';
import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toolPaths } from '../../../../../shared/page/tool-paths.ts';
import { toolMessages as words } from '../../messages.ts';
import { forms } from '../../model/tools.ts';
import tools from '../campaign-tools.module.css';
import { FormAlert } from './FormAlert.tsx';
import { FormFields } from './fields/FormFields.tsx';
import type { FormTarget } from './form-target.ts';
import styles from './forms.module.css';
import { useToolForm } from './use-tool-form.ts';

interface Props {
  /** Below the address of the tools. */
  path: string;
  accountId: number;
  application: Application;
  organization: Organization;
  onClose: () => void;
}

/** One form in the drawer beside the cards. What is typed stays when it is closed. */
export function ToolForm({ path, accountId, application, organization, onClose }: Props) {
  const { kind, title, submit } = forms[path] ?? { kind: 'skag', title: '', submit: '' };
  const target: FormTarget = { kind, accountId, application, organization };
  const element = useRef<HTMLFormElement>(null);
  const form = useToolForm(target, element, onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.sending) form.submit();
  };
  return (
    <aside
      className={tools.drawer}
      aria-labelledby="tool-title"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <form ref={element} className="column flex-1 min-h-0" onSubmit={send} noValidate>
        <header className={styles.head}>
          <h2 id="tool-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <Button
            appearance="subtle"
            size="small"
            icon={<Dismiss20Regular />}
            aria-label={words.close}
            onClick={onClose}
          />
          <p>
            {application.name}, {organization.name}
          </p>
        </header>
        {(kind === 'skag' || kind === 'bulk') && <Modes path={path} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
        <section className={styles.body} tabIndex={0} aria-label={words.fields}>
          {/* What is about one field is said beside it. */}
          {form.refusal !== null && form.refusal.field === undefined && (
            <FormAlert key={form.refusal.message} form={form} refusal={form.refusal} />
          )}
          <p role="status" className={form.removed === null ? 'visually-hidden' : styles.removed}>
            {form.removed === null ? '' : words.fixed(form.removed)}
          </p>
          <FormFields form={form} target={target} />
        </section>
        <footer className={styles.foot}>
          <Button appearance="subtle" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={form.sending}>
            {form.sending ? words.sending : submit}
          </Button>
        </footer>
      </form>
    </aside>
  );
}

const modes = [
  { path: 'skag/create', label: words.modes.list },
  { path: 'skag/template', label: words.modes.template },
];

/** One campaign from lists, or many from a file; each has an address of its own. */
function Modes({ path }: { path: string }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <TabList
      className={styles.modes}
      size="small"
      aria-label={words.modes.label}
      selectedValue={path}
      onTabSelect={(_, { value }) =>
        value !== path && void navigate({ pathname: `${toolPaths.tools}/${String(value)}`, search }, { replace: true })
      }
    >
      {modes.map(({ path: modePath, label }) => (
        <Tab key={modePath} value={modePath}>
          {label}
        </Tab>
      ))}
    </TabList>
  );
}
