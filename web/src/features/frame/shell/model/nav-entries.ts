import { CalendarMonth20Filled, CalendarMonth20Regular } from '@fluentui/react-icons/svg/calendar-month';
import { Cart20Filled, Cart20Regular } from '@fluentui/react-icons/svg/cart';
import { ChartMultiple20Filled, ChartMultiple20Regular } from '@fluentui/react-icons/svg/chart-multiple';
import { DataBarVertical20Filled, DataBarVertical20Regular } from '@fluentui/react-icons/svg/data-bar-vertical';
import { Flow20Filled, Flow20Regular } from '@fluentui/react-icons/svg/flow';
import { Globe20Filled, Globe20Regular } from '@fluentui/react-icons/svg/globe';
import { Megaphone20Filled, Megaphone20Regular } from '@fluentui/react-icons/svg/megaphone';
import { Payment20Filled, Payment20Regular } from '@fluentui/react-icons/svg/payment';
import { Settings20Filled, Settings20Regular } from '@fluentui/react-icons/svg/settings';
import {
  TextBulletListSquareSparkle20Filled,
  TextBulletListSquareSparkle20Regular,
} from '@fluentui/react-icons/svg/text-bullet-list-square-sparkle';
import type { Account } from '@tapwise/contract';
import type { ComponentType } from 'react';
import { loadChartEngine } from '../../../../shared/chart/load-engine.ts';

export interface NavEntryModel {
  path: string;
  /** Other addresses that show the same screen. */
  aliases: string[];
  label: string;
  icon: ComponentType;
  selectedIcon: ComponentType;
  /** Shown to admins alone. */
  adminOnly?: boolean;
  /** Fetches what the screen needs besides its own code, once it looks as if it will be opened. */
  prefetch?: () => Promise<unknown>;
}

interface NavGroup {
  label: string;
  entries: NavEntryModel[];
}

/** The menu, by what one comes for. */
export const navGroups: NavGroup[] = [
  {
    label: 'Analyse',
    entries: [
      {
        path: '/client/reports',
        aliases: ['/client'],
        label: 'Reports',
        icon: DataBarVertical20Regular,
        selectedIcon: DataBarVertical20Filled,
      },
      {
        path: '/client/charts',
        aliases: [],
        label: 'Charts',
        icon: ChartMultiple20Regular,
        selectedIcon: ChartMultiple20Filled,
        prefetch: loadChartEngine,
      },
      {
        path: '/client/keywordscomparison',
        aliases: [],
        label: 'Keywords Optimization',
        icon: TextBulletListSquareSparkle20Regular,
        selectedIcon: TextBulletListSquareSparkle20Filled,
      },
      {
        path: '/client/monthlyreports',
        aliases: [],
        label: 'Monthly Reports',
        icon: CalendarMonth20Regular,
        selectedIcon: CalendarMonth20Filled,
      },
    ],
  },
  {
    label: 'Act',
    entries: [
      {
        path: '/client/management',
        aliases: [],
        label: 'Campaign Management',
        icon: Megaphone20Regular,
        selectedIcon: Megaphone20Filled,
      },
      { path: '/client/automation', aliases: [], label: 'Automation', icon: Flow20Regular, selectedIcon: Flow20Filled },
    ],
  },
  {
    label: 'Earn',
    entries: [
      { path: '/client/inapps', aliases: [], label: 'In-Apps', icon: Cart20Regular, selectedIcon: Cart20Filled },
      { path: '/client/countries', aliases: [], label: 'Countries', icon: Globe20Regular, selectedIcon: Globe20Filled },
    ],
  },
  {
    label: 'Account',
    entries: [
      {
        path: '/client/payments',
        aliases: [],
        label: 'Payments',
        icon: Payment20Regular,
        selectedIcon: Payment20Filled,
        adminOnly: true,
      },
      {
        path: '/client/settings',
        aliases: [],
        label: 'Settings',
        icon: Settings20Regular,
        selectedIcon: Settings20Filled,
      },
    ],
  },
];

/** What of the menu a person may open. */
export const navGroupsFor = (access: Account['access']): NavGroup[] =>
  navGroups.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ adminOnly }) => adminOnly !== true || access === 'admin'),
  }));
