import { Add16Regular } from '@fluentui/react-icons/svg/add';
import { ArrowUndo16Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { Flow16Regular } from '@fluentui/react-icons/svg/flow';
import { TasksAppRegular } from '@fluentui/react-icons/svg/tasks-app';
import type { ComponentType } from 'react';
import type { ActorKind } from '../../api/history-api.ts';
import styles from './history-list.module.css';

const icons: Partial<Record<ActorKind, ComponentType>> = {
  rule: Flow16Regular,
  undo: ArrowUndo16Regular,
  creation: Add16Regular,
  change_set: TasksAppRegular,
};

/** A person's initials, or the sign of what acted by itself. Beside the name it is decoration. */
export function ActorMark({ kind, name }: { kind: ActorKind; name: string }) {
  const Icon = icons[kind];
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter))
    .slice(0, 2)
    .join('');
  return (
    <span className={styles.actor} data-person={kind === 'person' || undefined} aria-hidden="true">
      {Icon === undefined ? kind === 'apple' ? 'A' : initials.toUpperCase() : <Icon />}
    </span>
  );
}
