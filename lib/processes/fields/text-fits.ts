import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { listTextBoxes, mayBeTooLong, type TextInBox } from '#lib/pdf/fields/text-in-box'
import type { FieldLayout, FieldType } from '#lib/pdf/zones'
import { inThread } from '#lib/workers/pdf-pool'
import { formatFieldValue } from './format-value.ts'
import { PRESETS_LIMIT_MILLISECONDS } from './patterns.ts'

/** A field whose text is measured; in percent of its page, it is measured once it is placed. */
export interface FittedField {
  unit?: 'pt' | 'percent'
  type: FieldType
  width: number
  height: number
  layout: FieldLayout
  validation: Record<string, unknown>
  options: readonly string[]
}

/** Why a text does not fit into the places of its field; null when it does. */
export type FindOverflow<F> = (field: F, text: string) => ErrorText | null

/** Texts are measured in tasks of so many: one of 2,000 characters in Arabic takes up to 0.7 s of a processor. */
const TEXTS_OF_TASK = 10

/**
 * Which texts fit into their fields, drawn as the document shows them. Only texts that may be too long are measured,
 * in a thread that has the fonts: those that `find` has seen, by `measure`. Then `find` knows them.
 */
export class TextFits {
  readonly #counts = new Map<string, number | null>()
  readonly #unmeasured = new Map<string, TextInBox>()

  /**
   * Why a normalized value does not fit into its field; null when it does, or was not measured yet.
   * @param locale the language of the process, in which numbers are printed
   */
  find(field: FittedField, text: string, locale: string): ErrorText | null {
    const counts = toTexts(field, text, locale).map((inBox) => this.#count(inBox))
    const shown = counts.filter((count) => count !== null)
    return shown.length > 0 ? errorText('values.doesNotFitField', { count: Math.min(...shown) }) : null
  }

  get isComplete(): boolean {
    return this.#unmeasured.size === 0
  }

  /** @param limitMilliseconds after this time the others are not measured */
  async measure(ctx: Ctx, limitMilliseconds = Infinity): Promise<void> {
    const endMilliseconds = performance.now() + limitMilliseconds
    const texts = [...this.#unmeasured]
    for (let start = 0; start < texts.length; start += TEXTS_OF_TASK) {
      if (performance.now() > endMilliseconds) break
      const batch = texts.slice(start, start + TEXTS_OF_TASK)
      const counts = await inThread.countFitting(
        batch.map(([, inBox]) => inBox),
        ctx,
      )
      for (const [index, [key]] of batch.entries()) this.#counts.set(key, counts[index]!)
    }
    this.#unmeasured.clear()
  }

  #count(inBox: TextInBox): number | null {
    if (!mayBeTooLong(inBox)) return null
    const key = JSON.stringify(inBox)
    if (!this.#counts.has(key)) this.#unmeasured.set(key, inBox)
    return this.#counts.get(key) ?? null
  }
}

/** The text in each place of its field; none for a date and for an option, which nobody can make shorter. */
function toTexts(field: FittedField, value: string, locale: string): TextInBox[] {
  const { type, unit, layout, options, validation } = field
  const isText = ['text', 'name', 'company', 'email', 'number', 'dropdown'].includes(type)
  if (!isText || unit === 'percent' || value === '' || options.includes(value)) return []
  const text = formatFieldValue(field, value, locale)
  const cells = layout.comb ? Number(validation.max_length) : 0
  return listTextBoxes(field).map((box) => ({
    ...{ text, ...box },
    ...(cells > 0 && { cells }),
    ...(layout.font_size && { largest: layout.font_size }),
  }))
}

type PresetField = FittedField & { value: string | null; imported: boolean }

/** Why the values of fields do not fit, in the order of the fields; within a limit of time, as rows may be locked. */
async function findOverflows(
  ctx: Ctx,
  fields: Omit<PresetField, 'imported'>[],
  locale: string,
): Promise<(ErrorText | null)[]> {
  const fits = new TextFits()
  const find = () =>
    fields.map((field) => (field.value === null ? null : fits.find(field, field.value, locale)))
  find()
  await fits.measure(ctx, PRESETS_LIMIT_MILLISECONDS)
  return find()
}

/**
 * Errors of the preset values that a request enters, under `fields.N.value`. What an imported field has from the
 * author's file stays, however much of it the file has shown.
 * @param ids of the stored fields that the entries of the request change
 */
export async function findEnteredOverflowErrors(
  ctx: Ctx,
  fields: PresetField[],
  ids: (number | undefined)[],
  stored: { id: number; value: string | null }[],
  locale: string,
): Promise<FieldErrors> {
  const storedValues = new Map(stored.map(({ id, value }) => [id, value]))
  const entered = fields.map((field, index) => {
    const id = ids[index]
    const isOfFile = field.imported && (id === undefined || storedValues.get(id) === field.value)
    return isOfFile ? { ...field, value: null } : field
  })
  return toFieldErrors(await findOverflows(ctx, entered, locale))
}

function toFieldErrors(messages: (ErrorText | null)[]): FieldErrors {
  return Object.fromEntries(
    messages.flatMap((message, index) => (message ? [[`fields.${index}.value`, [message]]] : [])),
  )
}
