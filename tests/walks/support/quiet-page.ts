import { test as base, expect } from '@playwright/test';

/** Answers that refuse are part of what is walked through; the browser counts them as errors. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** A page on which no program may fail unseen: what it writes to the console as an error fails the walk at its end. */
export const test = base.extend<{ noErrors: undefined }>({
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !refusal.test(message.text())) errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors, 'errors of the page').toEqual([]);
    },
    { auto: true },
  ],
});
