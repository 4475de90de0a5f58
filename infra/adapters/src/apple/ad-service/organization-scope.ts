/** An organization whose objects are asked for. */
export interface OrganizationScope {
  readonly orgId: number;
  /** ISO 4217, or the service's own spelling. */
  readonly currency: string;
}
