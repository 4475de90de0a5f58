/** Set for specs by `bundle-programs.ts`: the file of the bundled workflows. */
export const workflowsVariable = 'TAPWISE_TEST_WORKFLOWS';

/** The workflows as the product's worker gets them. From its sources each worker would bundle them again. */
export function bundledWorkflows(): { workflowBundle: { codePath: string } } {
  const codePath = process.env[workflowsVariable];
  if (codePath === undefined) throw new Error('The workflows are bundled before the specs of the project node');
  return { workflowBundle: { codePath } };
}
