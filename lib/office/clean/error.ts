export type HtmlProblem = 'linked_content' | 'too_large' | 'not_convertible'

/** A page with `not_understood` or `field_elements` is not convertible, either. */
type HtmlErrorReason = HtmlProblem | 'not_understood' | 'field_elements'

/** Thrown for HTML that is not converted. */
export class HtmlError extends Error {
  readonly reason: HtmlErrorReason

  constructor(reason: HtmlErrorReason) {
    super(reason)
    this.reason = reason
  }
}
