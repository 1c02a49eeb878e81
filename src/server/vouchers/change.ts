/** Which voucher, by whom. */
export interface Change {
  voucherId: string
  /** The id of an admin. */
  actor: string
}
