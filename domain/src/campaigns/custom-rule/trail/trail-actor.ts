import type { ChangeActor } from '../../change/change-row.ts';
import type { TrailActor } from './field-trail.ts';

/** Who made a change, as trails tell it: what is neither a rule nor a creation is a person. */
export function trailActorOf({ kind, source }: ChangeActor): TrailActor {
  if (kind === 'creation') return { kind };
  // `<id>.<version>.<slot>`
  const [id = '', version = '', slot = ''] = kind === 'rule' ? (source ?? '').split('.') : [];
  return kind === 'rule' ? { kind, id: Number(id), version: Number(version), slot } : { kind: 'person' };
}
