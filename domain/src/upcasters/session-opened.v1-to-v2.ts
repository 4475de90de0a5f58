import { z } from 'zod';
import { defineUpcaster } from './define-upcaster.ts';

/** Until version 2 it was not kept from where a person had signed in. */
export const sessionOpenedV1ToV2 = defineUpcaster({
  type: 'SessionOpened',
  from: 1,
  recorded: z.looseObject({ token_hash: z.string() }),
  upcast: (data) => ({ ...data, client: null }),
});
