import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { AppIcon } from '../../../../../../shared/ui/app-icon/AppIcon.tsx';
import { ruleWords } from '../../../messages/rule-words.ts';
import { scopeWords as words } from '../../../messages/scope-words.ts';
import { faultsBelow } from '../../../model/draft/fault-texts.ts';
import { filtersOfLevel, filtersOfScope, withFilter } from '../../../model/draft/scope-filters.ts';
import { Faults } from '../../fields/Faults.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { CampaignsField } from './CampaignsField.tsx';
import { FilterRow } from './FilterRow.tsx';
import styles from './scope.module.css';

/** What a rule is for: an application, its campaigns, and what narrows them. */
export function ApplyFields() {
  const { application, draft, change, faults, dryRun } = useBuilder();
  const filters = filtersOfScope(draft.scope);
  const offered = filtersOfLevel(draft.level).filter((name) => !filters.includes(name));
  const campaigns = new Set(dryRun?.verdicts.map(({ campaign_name }) => campaign_name)).size;
  return (
    <section className={styles.apply} aria-label={words.title}>
      <p>
        <strong>{words.title}</strong>{' '}
        {dryRun !== null && dryRun.verdicts.length === dryRun.counts.checked && (
          <span className="muted">
            {words.unitsToday(ruleWords.units[draft.level](dryRun.counts.checked), ruleWords.units.campaign(campaigns))}
          </span>
        )}
      </p>
      <div className={styles.joined}>
        <span className={styles.app}>
          <AppIcon app={application} />
          {application.name}
        </span>
        <CampaignsField />
      </div>
      {filters.map((name) => (
        <FilterRow key={name} name={name} />
      ))}
      {offered.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button size="small" appearance="transparent" icon={<Add16Regular />}>
              {words.addFilter}
            </Button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              {offered.map((name) => (
                <MenuItem
                  key={name}
                  onClick={() => change((before) => ({ ...before, scope: withFilter(before.scope, name) }))}
                >
                  {words.filters[name]}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      <Faults texts={[...faultsBelow(faults, 'apply_to'), ...faultsBelow(faults, 'scope')]} />
    </section>
  );
}
