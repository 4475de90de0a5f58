import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import path from '../../../../../shared/page/tool-path.module.css';
import { rulesOptions } from '../../api/automation-api.ts';
import { automationMessages as words } from '../../messages.ts';
import type { AutomationUrl } from '../use-automation-url.ts';

/** From all rules to this one. */
export function RulePath({ id, url }: { id: number; url: AutomationUrl }) {
  const rules = useQuery({ ...rulesOptions(url.application?.id ?? null), enabled: false });
  return (
    <nav aria-label={words.path}>
      <ol className={path.path}>
        <li>
          <Link to={url.addressOf(null)}>{words.allRules}</Link>
        </li>
        <li>
          <ChevronRight12Regular aria-hidden />
          <span aria-current="page">{rules.data?.find((rule) => rule.id === id)?.campaign_name ?? ''}</span>
        </li>
      </ol>
    </nav>
  );
}
