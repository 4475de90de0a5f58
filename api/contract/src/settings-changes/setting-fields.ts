import { settingFields } from '@tapwise/domain';
import { z } from 'zod';

/** Settings that people and rules change. */
export const settingFieldSchema = z.enum(settingFields);

/** What a row of a change is about: a setting, or something that was added to an object. */
export const changeFieldSchema = z.enum([...settingFieldSchema.options, 'keyword', 'negative', 'label']);

/** Amounts in units of `settings_currency`; a status is `ENABLED`, `PAUSED` or `DELETED`; Search Match is a flag. */
export const settingSchema = z.union([z.number(), z.string(), z.boolean(), z.null()]);

/** Who changes settings here. */
export const changeActorSchema = z.enum(['person', 'rule', 'creation', 'change_set', 'undo']);
