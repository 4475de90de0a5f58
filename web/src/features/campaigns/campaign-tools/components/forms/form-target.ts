import type { Application, Organization } from '@tapwise/contract';
import type { FormKind } from '../../model/form-values.ts';

/** What a form creates, and for whom. */
export interface FormTarget {
  kind: FormKind;
  accountId: number;
  application: Application;
  organization: Organization;
}
