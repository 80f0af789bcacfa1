import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { composeText } from '#lib/core/text/characters'
import type { PatternTrial } from '#lib/core/text/patterns'
import { type ErrorText, errorText } from '#lib/messages/errors'
import type { FieldRow, SignerRow } from '../present.ts'
import { anyDate, anyDateWith, type RuledField, toStoredValue } from './field-rules.ts'
import { matchPatterns, type PatternMatcher, PRESETS_LIMIT_MILLISECONDS } from './patterns.ts'
import { findKindError } from './preset-kinds.ts'
import { plainNumber } from './read-value.ts'
import { type FindOverflow, type FittedField, TextFits } from './text-fits.ts'
import { findValueError } from './value-error.ts'

/** A field whose value the sender may set. */
export interface PresetField extends RuledField {
  label: string | null
  auto: boolean
  formula: string | null
  imported: boolean
  /** The name that an imported field has in the file. */
  name?: string
}

/** For presets of which only the type and the limits are checked. */
const withoutPatterns: PatternMatcher = () => true

/**
 * Why the value of a new field cannot be preset; null when it can. The value that an imported field has in the file is
 * held to the field's rules when the process is sent: until then the sender may change it.
 */
export function findPresetError(field: PresetField): ErrorText | null {
  if (field.value === null) return null
  return findKindError(field) ?? (field.imported ? null : findRuleError(field, field.value, withoutPatterns))
}

/** Errors of the preset values of stored fields, under `fields.N.value`. */
export async function findStoredPresetErrors(ctx: Ctx, fields: PresetField[]): Promise<FieldErrors> {
  const matches = await matchPatterns(ctx, listTrials(fields))
  return Object.fromEntries(
    fields.flatMap((field, index) => {
      const error = field.value === null ? null : findRuleError(field, field.value, matches)
      if (!error) return []
      const message: ErrorText = errorText('processes.presetValueError', {
        label: field.label ?? '',
        message: error,
      })
      return [[`fields.${index}.value`, [message]]]
    }),
  )
}

/** How preset values are checked: the patterns of their fields, matched before, and which texts fit. */
export interface PresetChecks {
  matches: PatternMatcher
  findOverflow: FindOverflow<FittedField>
}

/**
 * For values that were checked before, for the same fields; their patterns are matched again when the process is sent.
 */
export const checkedBefore: PresetChecks = { matches: () => true, findOverflow: () => null }

/**
 * Matches the patterns of the fields that get these values, and measures their texts, for `applyPresets`. What is not
 * matched within the limit of time is matched when the process is sent; what is not measured is accepted.
 * @param locale the language of the process
 */
export async function checkPresets(
  ctx: Ctx,
  fields: (PresetField & FittedField)[],
  lists: Record<string, string>[],
  locale: string,
): Promise<PresetChecks> {
  const keys = new Set(lists.flatMap((values) => Object.keys(values)).map(composeText))
  const listed = fields.filter(({ name, label }) =>
    [name, label].some((key) => key && keys.has(composeText(key))),
  )
  const matches = await matchPatterns(ctx, listTrialsOf(listed, lists), PRESETS_LIMIT_MILLISECONDS)
  const findOverflow = await measurePresets(ctx, listed, lists, locale)
  return { matches: (pattern, text) => matches(pattern, text) !== false, findOverflow }
}

/**
 * Measures the texts of the fields that get these values, within a limit of time, as rows may be locked; what is not
 * measured is accepted.
 * @param locale the language of the process
 */
export async function measurePresets(
  ctx: Ctx,
  fields: (PresetField & FittedField)[],
  lists: Record<string, string>[],
  locale: string,
): Promise<PresetChecks['findOverflow']> {
  const fits = new TextFits()
  const findOverflow = (field: FittedField, text: string) => fits.find(field, text, locale)
  const endMilliseconds = performance.now() + PRESETS_LIMIT_MILLISECONDS
  const findKeys = keyFinder(fields)
  for (const values of lists) {
    if (performance.now() > endMilliseconds) break
    const findKey = findKeys(values)
    for (const field of fields) {
      const key = findKey(field)
      const { value } = key ? withValue(field, values[key]!) : { value: null }
      if (value !== null) findOverflow(field, value)
    }
    await fits.measure(ctx, endMilliseconds - performance.now())
    await yieldToOthers()
  }
  return findOverflow
}

/**
 * Sets values by the labels of their fields, or by their names in the file; errors are added under `values.LABEL`, also
 * for a value that no field gets.
 * @returns the fields with their values
 */
export function applyPresets<F extends PresetField & FittedField>(
  fields: F[],
  values: Record<string, string>,
  errors: FieldErrors,
  { matches, findOverflow }: PresetChecks,
): F[] {
  const keys = fields.map(keyFinder(fields)(values))
  const used = new Set(keys)
  const keysByName = new Map<string, Set<string>>()
  for (const [index, { name }] of fields.entries()) {
    const key = keys[index]
    if (!name || !key) continue
    const composed = composeText(name)
    keysByName.set(composed, (keysByName.get(composed) ?? new Set()).add(key))
  }
  for (const [name, value] of Object.entries(values)) {
    if (used.has(name)) continue
    // A field may be named twice, with one value.
    const keysOfName = [...(keysByName.get(composeText(name)) ?? [])]
    if (!keysOfName.some((key) => values[key] === value))
      errors[`values.${name}`] = [errorText('documents.noFieldWithLabel')]
  }
  return fields.map((field, index) => {
    const key = keys[index]
    if (!key) return field
    const text = values[key]!
    const preset = withValue(field, text)
    const error =
      findKindError(preset) ??
      findRuleError(preset, text, matches) ??
      findOverflow(preset, preset.value ?? '')
    if (error) errors[`values.${key}`] = [error]
    return preset
  })
}

function withValue<F extends PresetField>(field: F, text: string): F {
  const { type, imported, validation } = field
  const value = toStoredValue(field, text)
  const mayBeAnyDate = imported && type === 'date' && validation.min_date === anyDate.min_date
  return { ...field, value, ...(mayBeAnyDate && { validation: { ...validation, ...anyDateWith(value) } }) }
}

/**
 * Finds the member of `values` for a field: its label, else its name in the file, unless that is the label of another.
 * Their letters may be composed in one and not in the other, unless a member is exactly what another field is called.
 */
function keyFinder(fields: PresetField[]) {
  const labels = new Set(fields.map(({ label }) => label))
  const composedLabels = new Set(fields.map(({ label }) => label && composeText(label)))
  const exact = new Set(fields.flatMap(({ label, name }) => [label, name]))
  return (values: Record<string, string>) => {
    const others = Object.keys(values).filter((key) => !exact.has(key))
    const keys = new Map(others.map((key) => [composeText(key), key]))
    const find = (text: string) => (Object.hasOwn(values, text) ? text : keys.get(composeText(text)))
    const isLabel = (name: string) =>
      Object.hasOwn(values, name) ? labels.has(name) : composedLabels.has(composeText(name))
    return ({ name, label }: PresetField): string | null =>
      (label && find(label)) || (name && !isLabel(name) && find(name)) || null
  }
}

/** Why a value breaks the rule of its field. An empty one is none: the signer fills the field. */
function findRuleError(field: PresetField, value: string, matches: PatternMatcher): ErrorText | null {
  if (value.trim() === '') return null
  // Without options the field itself is refused.
  if ((field.type === 'radio' || field.type === 'dropdown') && field.options.length === 0) return null
  if (field.type === 'number' && plainNumber(value) === null)
    return errorText('values.mustBeNumberLike', { example: '1250.5' })
  const text = toStoredValue(field, value)
  return findValueError({ ...field, required: false, value: text }, text, new Date(0), matches)
}

/** One after the other: the trials of all fields and lists together may not fit into memory. */
function* listTrialsOf(fields: PresetField[], lists: Record<string, string>[]): Generator<PatternTrial> {
  const findKeys = keyFinder(fields)
  const withPattern = fields.filter(({ validation }) => validation.pattern)
  for (const values of lists) {
    const findKey = findKeys(values)
    const presets = withPattern.map((field) => {
      const key = findKey(field)
      return key ? withValue(field, values[key]!) : field
    })
    yield* listTrials(presets)
  }
}

function listTrials(fields: PresetField[]): PatternTrial[] {
  return fields.flatMap((field) => {
    const { pattern } = field.validation
    return field.value && typeof pattern === 'string' && pattern !== ''
      ? [{ pattern, text: toStoredValue(field, field.value) }]
      : []
  })
}

/**
 * The fields as the sender set them: those of signers who have signed keep only a value that their signer could not
 * change.
 */
export function withoutSignersValues<
  Field extends Pick<FieldRow, 'signerId' | 'readOnly' | 'auto' | 'formula' | 'value'>,
>(fields: Field[], signers: Pick<SignerRow, 'id' | 'signedAt'>[]): Field[] {
  const idsOfSigned = new Set(signers.filter(({ signedAt }) => signedAt !== null).map(({ id }) => id))
  const isPreset = ({ signerId, readOnly, auto, formula }: Field) =>
    !idsOfSigned.has(signerId) || (readOnly && !auto && formula === null)
  return fields.map((field) => (isPreset(field) ? field : { ...field, value: null }))
}
