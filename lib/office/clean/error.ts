export type HtmlProblem = 'linked_content' | 'too_large' | 'not_convertible'

/** Thrown for HTML that is not converted. */
export class HtmlError extends Error {
  readonly reason: HtmlProblem

  constructor(reason: HtmlProblem) {
    super(reason)
    this.reason = reason
  }
}
