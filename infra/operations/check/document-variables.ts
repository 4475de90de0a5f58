import { readFileSync, writeFileSync } from 'node:fs';
import { environmentExample, variablesDocument, variablesExample, withVariables } from './variables-document.ts';

/** Writes all variables into the page about them and into the example of an environment, from the code. */
writeFileSync(variablesDocument, withVariables(readFileSync(variablesDocument, 'utf8')));
writeFileSync(variablesExample, environmentExample());
console.log(`${variablesDocument} and ${variablesExample} are written.`);
