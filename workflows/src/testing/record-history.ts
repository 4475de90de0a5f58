import { writeFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** Program: writes the history of a workflow into a file, to be replayed by later code. Arguments: address of Temporal, workflow id, file. */
const [, , address, workflowId, file] = process.argv;
if (address === undefined || workflowId === undefined || file === undefined)
  throw new Error('Name the address of Temporal, a workflow id and a file');
const connection = await Connection.connect({ address });
const history = await new Client({ connection }).workflow.getHandle(workflowId).fetchHistory();
await writeFile(file, `${historyToJSON(history)}\n`);
await connection.close();
