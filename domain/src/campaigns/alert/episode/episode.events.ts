import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../../shared/fields.ts';
import { alertSeverities, longestUnitKey } from '../settings/alert.events.ts';

const context = 'alert';
const stream = 'alertEpisodes-<alertId>';
const accountId = z.number().int().positive();
const subject = { alert_id: z.number().int().positive(), application_id: z.number().int().positive() };
const key = z.string().min(1).max(longestUnitKey);
const name = z.string().max(300);
const text = z.string().max(1000);

export const figureUnits = ['money', 'share', 'count', 'hours'] as const;

/** What an incident was found by: money in micros, shares in millionths, everything else as it is counted; `null`: no figure. */
const figureField = {
  value: z.number().int().nullable(),
  limit: z.number().int().nullable(),
  unit: z.enum(figureUnits).nullable(),
  currency: currencyField.nullable(),
  window: z.object({ from: dayField, to: dayField }).nullable(),
};

/** The days up to the figure and what they are compared with, in the unit of the figure; `null`: no figure, or no such limit. */
const seriesField = z.object({
  from: dayField,
  values: z.array(z.number().int().nullable()).min(1).max(60),
  /** The middle of what is usual. */
  usual: z.number().int().nullable(),
  /** The lowest and the highest value that are no incident. */
  low: z.number().int().nullable(),
  high: z.number().int().nullable(),
});
export type AlertSeries = z.infer<typeof seriesField>;

/** A change of the unit's settings, or a run of a rule, in the two days before. */
const changeBeforeField = z.object({
  change_id: z.uuid().nullable(),
  at: instantField,
  actor: z.string().max(100),
  text: z.string().max(300),
});

const unitStateField = z.object({
  key,
  name,
  kind: z.enum(['ok', 'pending', 'firing']),
  against: z.number().int().nonnegative(),
  changes: z.array(instantField).max(3000),
  unsteady_since: instantField.nullable(),
  silence: z.object({ since: instantField, reported: z.boolean() }).nullable(),
});

export const episodeEvents = [
  defineEvent({
    type: 'AlertUnitsEvaluated',
    context,
    stream,
    meaning:
      'An alert was evaluated, and what is remembered of these units is another than before; of all others it is not.',
    data: {
      ...subject,
      /** Version of the alert from which on the same is evaluated. */
      version: z.number().int().positive(),
      slot: z.string().max(40),
      units: z.array(unitStateField).max(5000),
      /** Units of which it is true and that have no incident, as others have all that there may be. Absent: as many as before. */
      counted: z
        .array(z.object({ org_id: adsIdField.nullable(), units: z.number().int().positive() }))
        .max(1000)
        .optional(),
      /** More of the same evaluation follows, which one append does not hold. Absent: this is all. */
      more: z.boolean().optional(),
      evaluated_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertFired',
    context,
    stream,
    meaning: 'An incident began: evaluations in a row found what the alert is about.',
    data: {
      ...subject,
      episode_id: z.uuid(),
      key,
      name,
      /** Ad organization that the unit belongs to. `null`, absent: all of the application, or it was not recorded. */
      org_id: adsIdField.nullable().optional(),
      alert_name: z.string().max(100),
      severity: z.enum(alertSeverities),
      slot: z.string().max(40),
      ...figureField,
      /** Absent where the alert compares no days. */
      series: seriesField.optional(),
      /** Spend of the unit, by which the largest are named first; micros. */
      spend: z.number().int().nonnegative(),
      text,
      /** The same for channels that are not to have amounts. */
      text_without_amounts: text,
      before: z.array(changeBeforeField).max(20),
      /** What is sent: that it fired, that it changed too often, or nothing after that. */
      message: z.enum(['fired', 'unsteady', 'none']),
      /** Changes in a day, this one included, and the first of them. */
      changes: z.number().int().positive(),
      changes_since: instantField,
      fired_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertRecovered',
    context,
    stream,
    meaning: 'An incident is over: evaluations in a row did not find it any more.',
    data: {
      ...subject,
      episode_id: z.uuid(),
      key,
      slot: z.string().max(40),
      message: z.enum(['recovered', 'none']),
      recovered_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertSilent',
    context,
    stream,
    meaning: 'For a day nothing could be said about a unit of the alert.',
    data: { ...subject, key, name, alert_name: z.string().max(100), since: instantField, reported_at: instantField },
  }),
  defineEvent({
    type: 'AlertAcknowledged',
    context,
    stream,
    meaning: 'Someone has seen the incident; ends with it.',
    data: {
      ...subject,
      episode_id: z.uuid(),
      note: z.string().max(500).nullable(),
      acknowledged_by: accountId,
      acknowledged_at: instantField,
    },
  }),
] as const;
export type EpisodeEvent = EventOf<(typeof episodeEvents)[number]>;
