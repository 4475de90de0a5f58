import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { ChartMultiple20Regular } from '@fluentui/react-icons/svg/chart-multiple';
import { DataBarVertical20Regular } from '@fluentui/react-icons/svg/data-bar-vertical';
import { Filter20Regular } from '@fluentui/react-icons/svg/filter';
import { Settings20Regular } from '@fluentui/react-icons/svg/settings';
import type { ComponentType } from 'react';
import type { FormKind } from './form-values.ts';

interface Tool {
  /** Below the address of the tools; each has one of its own. */
  path: string;
  label: string;
  text: string;
  icon: ComponentType;
}

/** The cards, under their headings. */
export const toolGroups: readonly { heading: string; info: string; tools: readonly Tool[] }[] = [
  {
    heading: 'SKAG Campaigns',
    info: '/skag#skag',
    tools: [
      { path: 'skag/create', label: 'Create', text: 'One ad group for each keyword', icon: Add20Regular },
      { path: 'skag/add', label: 'Add keywords', text: 'To a campaign you have', icon: DataBarVertical20Regular },
      { path: 'skag/filter', label: 'Filter', text: 'Decide on search terms', icon: Filter20Regular },
    ],
  },
  {
    heading: 'Discovery Campaigns',
    info: '/skag#discovery',
    tools: [
      { path: 'discovery/create', label: 'Create', text: 'Broad keywords and Search Match', icon: Add20Regular },
      {
        path: 'discovery/add',
        label: 'Add keywords',
        text: 'Broad, with their own bid',
        icon: DataBarVertical20Regular,
      },
      { path: 'discovery/filter', label: 'Filter', text: 'Decide on search terms', icon: Filter20Regular },
    ],
  },
  {
    heading: 'Custom Product Pages',
    info: '/skag#product-pages',
    tools: [
      { path: 'cpp/manage', label: 'Manage', text: 'A page for each ad group', icon: Settings20Regular },
      { path: 'cpp/reports', label: 'Reports', text: 'Page against default', icon: ChartMultiple20Regular },
    ],
  },
];

/** Forms beside the cards, by address. */
export const forms: Readonly<Record<string, { kind: FormKind; title: string; submit: string }>> = {
  'skag/create': { kind: 'skag', title: 'Create SKAG campaign', submit: 'Create campaign' },
  'skag/template': { kind: 'bulk', title: 'Create SKAG campaign', submit: 'Create campaigns' },
  'skag/add': { kind: 'skag_keywords', title: 'Add keywords to a SKAG campaign', submit: 'Add keywords' },
  'discovery/create': { kind: 'discovery', title: 'Create Discovery campaign', submit: 'Create campaign' },
  'discovery/add': { kind: 'discovery_keywords', title: 'Add keywords to Discovery', submit: 'Add keywords' },
};

/** The card a form belongs to. */
export const cardOf = (path: string): string => (path === 'skag/template' ? 'skag/create' : path);
