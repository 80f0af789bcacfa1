export type HtmlProblem = 'linked_content' | 'too_large' | 'corrupt'

/** Thrown for HTML that is not converted. */
export class HtmlError extends Error {
  readonly reason: HtmlProblem

  constructor(reason: HtmlProblem) {
    super(reason)
    this.reason = reason
  }
}
