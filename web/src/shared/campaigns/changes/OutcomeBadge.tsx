import { ArrowSync16Regular } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { Warning16Filled } from '@fluentui/react-icons/svg/warning';
import type { ComponentType } from 'react';
import styles from './outcome-badge.module.css';
import { outcomeWords } from './outcome-messages.ts';
import type { Outcome } from './outcomes.ts';

export type OutcomeTone = 'good' | 'bad' | 'warning' | 'open' | 'plain';

const tones: Record<Outcome, OutcomeTone> = {
  changed: 'good',
  unchanged: 'plain',
  refused: 'bad',
  conflict: 'warning',
  blocked: 'bad',
  skipped: 'plain',
  pending: 'open',
  queued: 'open',
  unknown: 'open',
};

const icons: Partial<Record<OutcomeTone, ComponentType>> = {
  good: CheckmarkCircle16Filled,
  bad: ErrorCircle16Filled,
  warning: Warning16Filled,
  open: ArrowSync16Regular,
};

/**
 * The outcome of a row, in a word and a shape.
 * @param props.left an unknown effect is not looked for any more
 */
export function OutcomeBadge({ outcome, left }: { outcome: Outcome; left?: boolean }) {
  if (outcome === 'unknown' && left === true) return <ToneBadge tone="warning" text={outcomeWords.leftUnknown} />;
  return <ToneBadge tone={tones[outcome]} text={outcomeWords[outcome]} />;
}

export function ToneBadge({ tone, text }: { tone: OutcomeTone; text: string }) {
  const Icon = icons[tone];
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon !== undefined && <Icon aria-hidden />}
      {text}
    </span>
  );
}
