import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { RE2JS } from 're2js'
import type { FieldErrors } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldType } from '#lib/pdf/zones'
import { limits } from '../facts.ts'
import { isChosen, normalizeValue } from './field-rules.ts'

/** A sender's pattern and the text that must match it completely. */
export interface PatternTrial {
  pattern: string
  text: string
}

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
  imported: boolean
  editable?: boolean
}

/** The preset values that are not checked within this time are checked when the process is sent. */
export const PRESETS_LIMIT_MILLISECONDS = 2000

/**
 * Matches texts against senders' patterns. RE2 takes time linear in pattern and text, without catastrophic
 * backtracking; between two matches the event loop serves other requests.
 * @param limitMilliseconds after this time the others are not checked
 */
export async function matchPatterns(
  trials: Iterable<PatternTrial>,
  limitMilliseconds = Infinity,
): Promise<PatternMatcher> {
  const endMilliseconds = performance.now() + limitMilliseconds
  const compiled = new Map<string, RE2JS | null>()
  const outcomes = new Map<string, boolean | null>()
  const toKey = ({ pattern, text }: PatternTrial) => JSON.stringify([pattern, text])
  for (const trial of trials) {
    if (performance.now() > endMilliseconds) break
    await yieldToOthers()
    if (outcomes.has(toKey(trial))) continue
    const { pattern, text } = trial
    if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern))
    outcomes.set(toKey(trial), compiled.get(pattern)?.matches(text) ?? null)
  }
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

  async match(): Promise<void> {
    this.#matches = await matchPatterns(this.#asked)
    this.#isComplete = true
  }
}

/**
 * Errors of the patterns of new fields, under `fields.N.validation.pattern`, and of preset values that do not match
 * them, under `fields.N.value`.
 */
export async function findPatternErrors(fields: PresetWithPattern[]): Promise<FieldErrors> {
  const total = findPatternTotalErrors(fields)
  if (Object.keys(total).length > 0) return total
  const errors = new Map<string, ErrorText | null>()
  for (const pattern of listPatterns(fields)) {
    if (errors.has(pattern)) continue
    errors.set(pattern, findPatternError(pattern))
    await yieldToOthers()
  }
  const presets = fields.map((field) => presetTrial(field))
  const valid = presets.filter((trial) => trial !== null && !errors.get(trial.pattern))
  const matches = await matchPatterns(valid as PatternTrial[], PRESETS_LIMIT_MILLISECONDS)
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
  const { type, value, imported, validation } = field
  const pattern = validation?.pattern
  return pattern && value && !imported && !isChosen(field)
    ? { pattern, text: normalizeValue(type, value) }
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

function findPatternError(pattern: string): ErrorText | null {
  const compiled = compile(pattern)
  if (!compiled) return SYNTAX
  const size = compiled.programSize()
  if (size <= limits.patternSize) return null
  return errorText('processes.patternTooLarge', { size, limit: limits.patternSize })
}

/** Compiles a pattern; null when it is not in RE2 syntax. */
function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    return null
  }
}
