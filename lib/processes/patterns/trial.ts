import { createContext, Script } from 'node:vm'

/** A sender's pattern and the whole text that is to have its form. */
export interface Trial {
  pattern: string
  text: string
}

/** Whether the text has the form; `unusable`: the pattern is none; `late`: it took too long to tell. */
export type Outcome = boolean | 'unusable' | 'late'

export interface TrialLimits {
  /** The longest that one trial may take. */
  eachMilliseconds: number
  totalMilliseconds: number
  /** After so many late ones nothing more is tried; 0: not even the first is waited for. */
  late: number
}

// Patterns and texts go in as values, never as code. A pattern is compiled once, however many texts it is tried on.
const script = new Script(`
  known ??= new Map()
  while (outcomes.length < trials.length) {
    const { pattern, text } = trials[outcomes.length]
    try {
      let compiled = known.get(pattern)
      if (compiled === undefined) {
        compiled = new RegExp('^(?:' + pattern + ')$', 'u')
        known.set(pattern, compiled)
      }
      outcomes.push(compiled.test(text))
    } catch {
      outcomes.push('unusable')
    }
  }
`)

/**
 * Tries patterns as the `pattern` of an HTML input, one after the other and within limits that end catastrophic
 * backtracking too.
 * @returns the outcomes as far as they came: fewer than there are trials when a limit was met.
 */
export function tryPatterns(trials: Trial[], limits: TrialLimits): Outcome[] {
  const outcomes: Outcome[] = []
  const sandbox = { trials, outcomes, known: undefined }
  const context = createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
  const end = performance.now() + limits.totalMilliseconds
  let late = 0
  while (outcomes.length < trials.length) {
    const left = end - performance.now()
    if (left < 1 || late >= Math.max(1, limits.late)) break
    const before = outcomes.length
    try {
      script.runInContext(context, { timeout: Math.ceil(Math.min(limits.eachMilliseconds, left)) })
    } catch {
      if (limits.late === 0) break
      // Whoever was at work at the end is late only if it had all the time to itself.
      if (outcomes.length > before) continue
      outcomes.push('late')
      late += 1
    }
  }
  return outcomes
}
