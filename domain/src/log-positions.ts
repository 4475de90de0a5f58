import type { DomainEventType } from './event-catalogue.ts';

/** A field of an event that holds a position in the log. */
interface PositionField {
  readonly field: string;
  /** Whether it names the event at the position, or everything up to there. */
  readonly names: 'event' | 'part';
}

/**
 * The events that hold a position in the log, apart from those that processes share. A log that is filled again from a copy has other
 * positions, so these are set to where the same events are then.
 */
export const positionFields: ReadonlyMap<string, PositionField> = new Map<DomainEventType, PositionField>([
  ['AutomationRunStarted', { field: 'position', names: 'part' }],
  ['CustomRuleRunStarted', { field: 'position', names: 'part' }],
  ['FollowerAdvanced', { field: 'position', names: 'part' }],
  ['ParkedEventSkipped', { field: 'position', names: 'event' }],
  ['ParkedStreamRetried', { field: 'position', names: 'event' }],
  ['ReportSendMade', { field: 'position', names: 'part' }],
  ['WebhooksQueued', { field: 'through', names: 'part' }],
  ['WriteCallAnswered', { field: 'log_position', names: 'part' }],
]);
