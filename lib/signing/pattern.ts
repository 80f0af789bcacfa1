import { createContext, Script } from 'node:vm'

/** More than this no honest pattern needs on a value of this length. */
const LIMIT_MILLISECONDS = 50
/** What the patterns of one signer may cost together. */
const BUDGET_MILLISECONDS = 250
const MAX_PATTERN = 500
const MAX_TEXT = 2000

// The pattern and the text go in as values, never as code; the time limit ends catastrophic backtracking.
const script = new Script('new RegExp("^(?:" + pattern + ")$", "u").test(text)')

/** Whether a whole text has the form of a sender's pattern, as the `pattern` of an HTML input. */
export type Matcher = (pattern: string, text: string) => boolean | 'unusable'

/**
 * A matcher for the fields of one signer. A pattern that is none, that takes too long, or that comes after too much
 * time was spent holds nobody up: it is `unusable`.
 */
export function patternMatcher(budgetMilliseconds = BUDGET_MILLISECONDS): Matcher {
  let left = budgetMilliseconds
  return (pattern, text) => {
    if (pattern.length > MAX_PATTERN || text.length > MAX_TEXT || left < 1) return 'unusable'
    const context = createContext({ pattern, text }, { codeGeneration: { strings: false, wasm: false } })
    const begin = performance.now()
    try {
      return script.runInContext(context, { timeout: Math.ceil(Math.min(LIMIT_MILLISECONDS, left)) }) === true
    } catch {
      return 'unusable'
    } finally {
      left -= performance.now() - begin
    }
  }
}
