/** What a step of work answers: that all of it is done, or in how many seconds the next step is due. */
export type Step = { readonly done: true } | { readonly done: false; readonly again_seconds: number };
