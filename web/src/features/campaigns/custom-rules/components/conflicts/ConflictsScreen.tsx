import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { Link } from 'react-router-dom';
import path from '../../../../../shared/page/tool-path.module.css';
import { Message, ReportError } from '../../../../../shared/report/index.ts';
import { useAccount } from '../../../../account/session/index.ts';
import {
  AutomationFrame,
  type AutomationUrl,
  rulesOptions,
  useAutomationUrl,
  Waiting,
} from '../../../automation/index.ts';
import { conflictsOptions } from '../../api/rule-page-api.ts';
import { conflictWords as words } from '../../messages/conflict-words.ts';
import { ConflictFacts } from './ConflictFacts.tsx';
import { ConflictPair } from './ConflictPair.tsx';
import styles from './conflicts.module.css';

/** Which rules of an application pull against each other, and which have no effect. */
export function ConflictsScreen() {
  const { applications } = useAccount();
  const url = useAutomationUrl(applications);
  const trail = (
    <nav aria-label={words.path}>
      <ol className={path.path}>
        <li>
          <Link to={url.addressOf(null)}>{words.allRules}</Link>
        </li>
        <li>
          <ChevronRight12Regular aria-hidden />
          <span aria-current="page">{words.title}</span>
        </li>
      </ol>
    </nav>
  );
  return (
    <AutomationFrame url={url} path={trail}>
      {(application) => <Conflicts key={application.id} application={application} url={url} />}
    </AutomationFrame>
  );
}

function Conflicts({ application, url }: { application: Application; url: AutomationUrl }) {
  const query = useQuery(conflictsOptions(application.id));
  const rules = useQuery(rulesOptions(application.id)).data ?? [];
  if (query.isError && query.data === undefined) {
    return <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Waiting />;
  const { pairs, oscillating, never_matched, covered } = query.data;
  const nameOf = (id: number): string => rules.find((rule) => rule.id === id)?.campaign_name ?? words.unknownRule(id);
  if (pairs.length + oscillating.length + never_matched.length + covered.length === 0) {
    return <Message title={words.none} text={words.noneText} />;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={styles.page} tabIndex={0} aria-label={words.title} aria-busy={query.isFetching}>
      {pairs.length > 0 && (
        <section>
          <h2>{words.pairs}</h2>
          <p className={styles.advice}>{words.advice}</p>
          {pairs.map((pair) => (
            <ConflictPair
              key={`${pair.rules.join()} ${pair.field}`}
              pair={pair}
              application={application}
              nameOf={nameOf}
              url={url}
            />
          ))}
        </section>
      )}
      <ConflictFacts conflicts={query.data} nameOf={nameOf} url={url} />
    </section>
  );
}
