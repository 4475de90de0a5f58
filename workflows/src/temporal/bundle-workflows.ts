import { writeFile } from 'node:fs/promises';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { workflowsPath } from './workflow-bundle.ts';

/** Program: bundles the workflows into the file named by its one argument. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write');
const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
await writeFile(file, code);
