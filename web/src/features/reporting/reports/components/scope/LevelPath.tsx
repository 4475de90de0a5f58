import { ChevronRight12Regular } from '@fluentui/react-icons/svg/chevron-right';
import styles from '../../../../../shared/report/components/reports.module.css';
import type { ReportLevel } from '../../../../../shared/report/model/scope/report-level.ts';

interface Props {
  level: ReportLevel;
  campaign: string | null;
  adGroup: string | null;
  onCampaigns: () => void;
  onAdGroups: () => void;
}

/** The level of the rows: all campaigns, one campaign's ad groups, one ad group's keywords. */
export function LevelPath({ level, campaign, adGroup, onCampaigns, onAdGroups }: Props) {
  const steps: { label: string; onClick?: () => void }[] = [{ label: 'All campaigns', onClick: onCampaigns }];
  if (campaign !== null) steps.push({ label: campaign, onClick: onAdGroups });
  if (adGroup !== null) steps.push({ label: adGroup });
  if (level === 'keyword') steps.push({ label: 'Keywords' });
  const last = level === 'keyword' ? steps.length - 2 : steps.length - 1;
  return (
    <nav aria-label="Report level" data-alone={steps.length === 1 || undefined}>
      <ol className={styles.path}>
        {steps.map(({ label, onClick }, index) => (
          <li className="row min-w-0" key={label}>
            {index > 0 && <ChevronRight12Regular aria-hidden />}
            {index < last && onClick !== undefined ? (
              <button type="button" className={styles.step} onClick={onClick}>
                {label}
              </button>
            ) : (
              <span className={styles.step} aria-current={index === steps.length - 1 ? 'page' : undefined}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
