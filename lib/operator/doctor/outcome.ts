/** What a check found; one that did not pass says what to do. */
export type Outcome =
  | { status: 'passed'; message: string }
  | { status: 'warning' | 'failed'; message: string; remedy: string }

/** A line of the report. */
export type Finding = { check: string } & Outcome

export const passed = (message: string): Outcome => ({ status: 'passed', message })
export const warning = (message: string, remedy: string): Outcome => ({ status: 'warning', message, remedy })
export const failed = (message: string, remedy: string): Outcome => ({ status: 'failed', message, remedy })

/** Why something failed, in one line: errors of Node and of drivers have a message, a code or several causes. */
export function explain(error: unknown): string {
  const { message, code, errors, cause } = error as AggregateError & { code?: string }
  if (!message && errors?.[0]) return explain(errors[0])
  const own = message || code || String(error)
  return (cause ? `${own}: ${explain(cause)}` : own).replace(/\s+/g, ' ')
}
