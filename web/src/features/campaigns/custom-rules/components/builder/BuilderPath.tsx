import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import path from '../../../../../shared/page/tool-path.module.css';
import { type AutomationUrl, rulesOptions } from '../../../automation/index.ts';
import { builderWords as words } from '../../messages/builder-words.ts';

/** From all rules to the one that is built; an edited one is on the way. */
export function BuilderPath({ ruleId, url }: { ruleId: number | null; url: AutomationUrl }) {
  const rules = useQuery({ ...rulesOptions(url.application?.id ?? null), enabled: false });
  const rule = rules.data?.find(({ id }) => id === ruleId);
  return (
    <nav aria-label={words.path}>
      <ol className={path.path}>
        <li>
          <Link to={url.addressOf(null)}>{words.allRules}</Link>
        </li>
        {rule !== undefined && (
          <li>
            <ChevronRight12Regular aria-hidden />
            <Link to={url.addressOf(rule.id)}>{rule.campaign_name}</Link>
          </li>
        )}
        <li>
          <ChevronRight12Regular aria-hidden />
          <span aria-current="page">{ruleId === null ? words.newRule : words.edit}</span>
        </li>
      </ol>
    </nav>
  );
}
