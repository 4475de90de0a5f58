/** Control characters, and those that make text run backwards and so show one name as another. */
export const forbiddenInNames = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
