import { expect as playwright } from '@playwright/test';

/** Longest wait for a step, in milliseconds. */
export const stepMs = 60_000;

export const expect = playwright.configure({ timeout: stepMs });
