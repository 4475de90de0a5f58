/** One thing the product needs: whether it is there, and what fixes it when it is not. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** A missing thing that is only needed for part of the product. */
  readonly optional?: boolean;
  readonly fix: string;
}
