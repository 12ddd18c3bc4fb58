// Who runs this installation, as the legal pages name them.

export type Installation = {
  /** Null where the operator has not said: the pages then say so. */
  operator_name: string | null
  operator_address: string | null
  support_email: string
}
