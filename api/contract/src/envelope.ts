import { z } from 'zod';

export const okSchema = z.object({ status: z.literal('ok') });
/** Header of every answer that wrote, and of every report: a decimal string, comparable with the positions of the socket. */
export const logPositionHeader = 'x-log-position';
