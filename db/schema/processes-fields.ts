/** When a field is shown: exactly one of `equals`, `not_equals` and `filled` is given. */
export interface Condition {
  /** The label of another field of the signer. */
  field: string
  equals?: string | undefined
  not_equals?: string | undefined
  filled?: boolean | undefined
}
