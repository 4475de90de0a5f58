import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const versionField = z.number().int().positive();

export const logFormatRaised = defineEvent({
  type: 'LogFormatRaised',
  context: 'log-format',
  stream: 'logFormat-<installation>',
  meaning:
    'A program that may write more than those before it runs on this log: a program that does not know all of `events`, in these versions, or not the `layout`, refuses to write to it.',
  data: {
    /** Of what events do not show: names of streams, how fields are encrypted, shared files. */
    layout: versionField,
    /** Newest version of each type that may be in the log. */
    events: z.record(z.string(), versionField),
    /** Version of the program. */
    program: z.string(),
    raised_at: instantField,
  },
});

export const logFormatEvents = [logFormatRaised] as const;
