import { RE2JS } from 're2js'
import { composeText } from './characters.ts'

/** A sender's pattern and the text that must match it completely. */
export interface PatternTrial {
  pattern: string
  text: string
}

/** After this time the rest is left to another call, so that those of others run between. */
const CALL_MILLISECONDS = 100

/**
 * The sizes of patterns in instructions of RE2, null for those that are not in RE2 syntax; of the first ones, as many as
 * are compiled in a short time. A pattern of 500 characters may have 165,000 instructions, and take a second.
 */
export function measurePatterns(patterns: string[]): (number | null)[] {
  return mapForShortTime(patterns, (pattern) => compile(pattern)?.programSize() ?? null)
}

/** The pattern of the last trial, which the next ones often have, too; they may be those of another call. */
let last: { pattern: string; compiled: RE2JS | null } | null = null

/**
 * Whether the whole text of each trial matches, null for patterns that are not in RE2 syntax; of the first ones, as many as
 * are matched in a short time. A text may have letters and their marks apart. RE2 takes time linear in pattern and text,
 * without catastrophic backtracking.
 */
export function matchTrials(trials: PatternTrial[]): (boolean | null)[] {
  return mapForShortTime(trials, ({ pattern, text }) => {
    if (last?.pattern !== pattern) last = { pattern, compiled: compile(pattern) }
    const { compiled } = last
    return compiled && (compiled.matches(text) || compiled.matches(composeText(text)))
  })
}

/** The results of the first items, of one at least. */
function mapForShortTime<T, R>(items: T[], toResult: (item: T) => R): R[] {
  const endMilliseconds = performance.now() + CALL_MILLISECONDS
  const results: R[] = []
  for (const item of items) {
    results.push(toResult(item))
    if (performance.now() > endMilliseconds) break
  }
  return results
}

/** Compiles a pattern; null when it is not in RE2 syntax. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return null
  }
}
