import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import type { PatternTrial } from '#lib/core/text/patterns'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import { inThread } from '#lib/workers/pdf-pool'
import { limits } from '../facts.ts'
import { isChosen, toStoredValue } from './field-rules.ts'

/** Whether the whole text matches; null when the pattern is not in RE2 syntax, undefined when it was not checked. */
export type PatternMatcher = (pattern: string, text: string) => boolean | null | undefined

const SYNTAX = errorText('processes.mustBeRe2Pattern')

interface WithPattern {
  validation?: { pattern?: string | undefined } | undefined
}

/** A field whose preset value must match its pattern; that of an imported field when it is sent. */
interface PresetWithPattern extends WithPattern {
  type: FieldType
  value: string | null
  options: readonly string[]
  imported: boolean
  editable?: boolean
}

/** The preset values that are not checked within this time are checked when the process is sent. */
export const PRESETS_LIMIT_MILLISECONDS = 2000

/** Trials of one task. */
const TRIALS_OF_TASK = 100

/**
 * Matches texts against senders' patterns, in a thread: some patterns take long to compile.
 * @param limitMilliseconds after this time the others are not checked
 */
export async function matchPatterns(
  ctx: Ctx,
  trials: Iterable<PatternTrial>,
  limitMilliseconds = Infinity,
): Promise<PatternMatcher> {
  const endMilliseconds = performance.now() + limitMilliseconds
  const isLate = () => performance.now() > endMilliseconds
  const outcomes = new Map<string, boolean | null>()
  const waiting = new Map<string, PatternTrial>()
  const matchWaiting = async () => {
    while (waiting.size > 0 && !isLate()) {
      // A pattern is compiled once for trials that follow each other.
      const list = [...waiting].toSorted(([, a], [, b]) => (a.pattern < b.pattern ? -1 : 1))
      const results = await inThread.matchPatterns(
        list.map(([, trial]) => trial),
        ctx,
      )
      for (const [index, outcome] of results.entries()) {
        const [key] = list[index]!
        outcomes.set(key, outcome)
        waiting.delete(key)
      }
    }
  }
  const toKey = ({ pattern, text }: PatternTrial) => JSON.stringify([pattern, text])
  for (const trial of trials) {
    if (isLate()) break
    await yieldToOthers()
    const key = toKey(trial)
    if (!outcomes.has(key)) waiting.set(key, trial)
    if (waiting.size === TRIALS_OF_TASK) await matchWaiting()
  }
  await matchWaiting()
  return (pattern, text) => outcomes.get(toKey({ pattern, text }))
}

/** Which texts match their patterns: those that `find` has been asked for, once `match` has ended. */
export class PatternMatches {
  readonly #asked: PatternTrial[] = []
  #matches: PatternMatcher = () => undefined
  #isComplete = true

  /** As `PatternMatcher`; undefined for what was not matched yet. */
  readonly find: PatternMatcher = (pattern, text) => {
    const outcome = this.#matches(pattern, text)
    if (outcome === undefined) {
      this.#asked.push({ pattern, text })
      this.#isComplete = false
    }
    return outcome
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  async match(ctx: Ctx): Promise<void> {
    this.#matches = await matchPatterns(ctx, this.#asked)
    this.#isComplete = true
  }
}

/**
 * Errors of the patterns of new fields, under `fields.N.validation.pattern`, and of preset values that do not match
 * them, under `fields.N.value`.
 */
export async function findPatternErrors(ctx: Ctx, fields: PresetWithPattern[]): Promise<FieldErrors> {
  const total = findPatternTotalErrors(fields)
  if (Object.keys(total).length > 0) return total
  const sizes = await measureAll(ctx, [...new Set(listPatterns(fields))])
  const errors = new Map([...sizes].map(([pattern, size]) => [pattern, findSizeError(size)]))
  const presets = fields.map((field) => presetTrial(field))
  const valid = presets.filter((trial) => trial !== null && errors.get(trial.pattern) === null)
  const matches = await matchPatterns(ctx, valid as PatternTrial[], PRESETS_LIMIT_MILLISECONDS)
  return Object.fromEntries(
    fields.flatMap(({ validation }, index): [string, ErrorText[]][] => {
      const error = errors.get(validation?.pattern ?? '')
      const preset = presets[index]
      if (error) return [[`fields.${index}.validation.pattern`, [error]]]
      return preset && matches(preset.pattern, preset.text) === false
        ? [[`fields.${index}.value`, [errorText('processes.doesNotMatchPattern')]]]
        : []
    }),
  )
}

function presetTrial(field: PresetWithPattern): PatternTrial | null {
  const { value, imported, validation } = field
  const pattern = validation?.pattern
  return pattern && value && !imported && !isChosen(field)
    ? { pattern, text: toStoredValue(field, value) }
    : null
}

/** The error of too many different patterns in all fields of a process. */
export function findPatternTotalErrors(fields: WithPattern[]): FieldErrors {
  if (new Set(listPatterns(fields)).size <= limits.patterns) return {}
  return { fields: [errorText('processes.tooManyPatterns', { limit: limits.patterns })] }
}

function listPatterns(fields: WithPattern[]): string[] {
  return fields.flatMap(({ validation }) => validation?.pattern ?? [])
}

/** The sizes of patterns, in a thread, up to the first ones of which one is too large. */
async function measureAll(ctx: Ctx, patterns: string[]): Promise<Map<string, number | null>> {
  const sizes = new Map<string, number | null>()
  while (sizes.size < patterns.length) {
    const measured = await inThread.measurePatterns(patterns.slice(sizes.size), ctx)
    for (const size of measured) sizes.set(patterns[sizes.size]!, size)
    if (measured.some(isTooLarge)) break
  }
  return sizes
}

function findSizeError(size: number | null): ErrorText | null {
  if (size === null) return SYNTAX
  return isTooLarge(size) ? errorText('processes.patternTooLarge', { size, limit: limits.patternSize }) : null
}

function isTooLarge(size: number | null): size is number {
  return size !== null && size > limits.patternSize
}
