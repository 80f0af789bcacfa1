import { z } from 'zod'
import { RecordIdInput } from '#lib/core/shapes'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { decimals, Layout, optionText } from '#lib/documents/field-layout'
import { fieldTypes } from '#lib/pdf/zones'
import { limits } from '../facts.ts'
import { MAX_CHARACTERS, normalizeValue } from './field-rules.ts'
import { plainNumber } from './read-value.ts'

/** Below, JSON rounds by less than a thousandth. */
const FRACTION_LIMIT = 2 ** 43
/** The decimal digits that every number keeps. */
const SAFE_DIGITS = 15

/** Not a number that JSON may have rounded to another one; a fraction may have all the digits of a calculation. */
export const ExactNumber = z.number().refine(isExact, issueMessage('api.numberRounded'))

function isExact(value: number): boolean {
  if (Number.isInteger(value)) return Number.isSafeInteger(value)
  return Math.abs(value) < FRACTION_LIMIT || Number(value.toPrecision(SAFE_DIGITS)) === value
}

/** Numbers and booleans are converted to text. */
export const presetValue = z
  .union([z.string().max(10_000), ExactNumber, z.boolean()])
  .transform((value) => (typeof value === 'number' && plainNumber(value)) || String(value))

const day = z.iso.date(issueMessage('values.mustBeDateLike', { example: '2026-01-31' })).optional()

/** Rules for a signer's value beyond its type. */
const Validation = z.object({
  min: z.number().optional().meta({ description: 'For a number.' }),
  max: z.number().optional().meta({ description: 'For a number.' }),
  min_date: day.meta({
    description:
      'For a date. With neither `min_date` nor `max_date` the date must be the day of signing: within one day of today (UTC), or the field’s preset `value`.',
  }),
  max_date: day.meta({ description: 'For a date.' }),
  ...decimals,
  min_length: z.int().min(0).max(MAX_CHARACTERS).optional(),
  max_length: z.int().min(1).max(10_000).optional(),
  pattern: z
    .string()
    .max(500)
    .optional()
    .meta({
      description: `Must match the whole text. RE2 syntax (no look-around, no back references); at most ${limits.patterns} different patterns per process.`,
    }),
})

/** Where a field is, by a text of the document. */
const Anchor = z
  .object({
    text: singleLine(255).min(1).meta({ example: 'Signature:' }),
    occurrence: z
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: 'Which occurrence of the text in the document, from 1.' }),
    dx: z.number().default(0).meta({ description: 'Points to the right.', example: 60 }),
    dy: z.number().default(0).meta({ description: 'Points down.', example: -10 }),
  })
  .meta({
    id: 'Anchor',
    description:
      'The field’s top left corner is that of the text, moved by `dx` and `dy` points. Case counts.',
  })

/** What the value of another field is compared with, normalized like that. */
const comparedText = z
  .string()
  .max(2000)
  .overwrite((text) => normalizeValue('text', text))

/** When a field is shown. */
const Condition = z
  .strictObject({
    field: singleLine(255).min(1).meta({
      description: 'Label of another field of the same signer, which no other of them has.',
      example: 'Guarantor',
    }),
    equals: comparedText
      .optional()
      .meta({ description: 'For a number with a decimal point, for a date `2026-12-01`.', example: 'yes' }),
    not_equals: comparedText.optional().meta({ description: 'Also holds while that field is empty.' }),
    filled: z.boolean().optional().meta({ description: 'For a checkbox: whether it is ticked.' }),
  })
  .refine(
    ({ equals, not_equals, filled }) =>
      [equals, not_equals, filled].filter((test) => test !== undefined).length === 1,
    issueMessage('processes.oneComparisonExpected'),
  )
  .meta({
    id: 'Condition',
    description:
      'The field is shown, and required, only when this holds; otherwise it stays empty. Not for signatures, initials and attachments. Numbers are compared by value.',
  })

/** How the value of a number is calculated. */
const Formula = singleLine(500).min(1).meta({
  description:
    'Only for a number, which the signer cannot change: numbers with a decimal point, labels of other fields of the same signer in double braces, + - * / and parentheses, such as `{{Rent}} * 12 + {{Deposit}}`, and `SUM`, `PRODUCT`, `AVG`, `MIN` and `MAX` with commas between operands, of which a missing one counts as 0. Text is read as the language of the process writes numbers, also where JSON had a number for a field of texts: send such a text as that language writes it. The result is rounded to 2 decimals, and other formulas calculate with that; with `validation.max_decimals` it is rounded to as many, and other formulas calculate with it before it is rounded, as forms of PDF files do. It is empty while any other operand is missing, when an operand is text that is not a number or has more than 15 digits, when a divisor is 0, and when the result is too large to be exact: above 9,007,199,254,740,991, and above about 10,000,000,000,000 if it has decimals.',
})

/** The members of a field; each input of fields checks them with `needsPlace`. */
export const fieldMembers = z.object({
  document_id: RecordIdInput,
  signer_id: RecordIdInput,
  type: z.enum(fieldTypes),
  page: z.int().positive().optional().meta({ example: 1 }),
  x: z.number().optional().meta({ example: 72 }),
  y: z.number().optional().meta({ example: 640 }),
  anchor: Anchor.optional().meta({ description: 'In place of `page`, `x` and `y`.' }),
  width: z.number().positive().meta({ example: 160 }),
  height: z.number().positive().meta({ example: 40 }),
  unit: z.enum(['pt', 'percent']).default('pt').meta({
    description: 'Unit of `x`, `y`, `width` and `height`: points, or percent of the page as displayed.',
  }),
  required: z.boolean().default(true),
  label: singleLine(255).nullable().default(null),
  placeholder: singleLine(255).nullable().default(null),
  value: presetValue.nullable().default(null).meta({
    description:
      'Must keep to the rules of the field. A number: JSON, or text with a decimal point and without grouping (`1250.5`). A date: `2026-12-01`. Both are printed in the language of the process. A check box: `true` or `false`, also `1`, `yes`, `on`, `0`, `no`, `off`, in any case. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the value that an imported field has in the file may be longer. That value is held to the rules of the field when the process is sent.',
  }),
  options: z.array(optionText).max(200).default([]),
  read_only: z.boolean().default(false),
  auto: z
    .boolean()
    .default(false)
    .meta({ description: 'Only for a date: gets the day of signing, in the signer’s time zone.' }),
  imported: z.boolean().default(false).meta({
    description:
      'The field replaces a form field or text tag of the document. With any such field, all form fields that can be imported and all text tags are removed from the document when it is sent; a tag that cannot be removed safely is covered. The form fields of a document that its author has certified stay, and are filled in.',
  }),
  validation: Validation.default({}),
  condition: Condition.nullable().default(null).meta({ example: null }),
  formula: Formula.nullable().default(null).meta({ example: null }),
  editable: z
    .boolean()
    .default(false)
    .meta({ description: 'Only for a dropdown: the signer may also enter a text that is no option.' }),
  layout: Layout.default({}).meta({ example: {} }),
})

type UnplacedField = Partial<Record<'page' | 'x' | 'y' | 'anchor' | 'unit', unknown>>

/** Runs the check even if members are invalid, so that all errors of a field are reported together. */
export const CHECK_IF_OBJECT = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** Requires page, x and y, or an anchor. */
export function needsPlace<S extends z.ZodObject>(schema: S): S {
  return schema.superRefine((field: UnplacedField, ctx) => {
    const placeMembers = (['page', 'x', 'y'] as const).filter(
      (name) => field.anchor === undefined || field[name] !== undefined,
    )
    const report = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    if (field.anchor === undefined) {
      for (const name of placeMembers)
        if (field[name] === undefined) report(name, issueMessage('processes.requiredWithoutAnchor'))
    } else if (placeMembers.length > 0) report('anchor', issueMessage('api.eitherAnchorOrPosition'))
    else if (field.unit === 'percent') report('unit', issueMessage('api.anchorNeedsPoints'))
  }, CHECK_IF_OBJECT) as S
}

export const FieldInput = needsPlace(
  fieldMembers.extend({
    id: RecordIdInput.optional().meta({
      description:
        'With PUT: the field of this process that the entry changes; it keeps its id. With POST it is ignored.',
      example: 7,
    }),
  }),
).meta({ id: 'FieldInput' })

export const FieldsInput = z.object({ fields: z.array(FieldInput).max(limits.fields) }).meta({ id: 'Fields' })

const index = z.int().min(0)

/** The members with which a field of a new process or template names its document. */
export const documentReference = {
  document_id: RecordIdInput.optional().meta({ description: 'Id of one of `documents`.' }),
  document_index: index.optional().meta({
    description: 'In place of `document_id`: position of the document in `documents`, from 0.',
    example: 0,
  }),
}

/** A field of a process that is being created: its signer is named by position in the request. */
export const NewFieldInput = needsPlace(
  fieldMembers.omit({ signer_id: true }).extend({
    ...documentReference,
    signer_index: index.default(0).meta({ description: 'Position of the signer in `signers`, from 0.' }),
  }),
).meta({
  id: 'NewField',
  description: 'Without `document_id` and `document_index` it is on the first document.',
})

/** Preset values by the label of their fields. */
export const Values = z.record(z.string().min(1).max(255), presetValue).default({}).meta({
  description:
    'Preset values by the `label` of their field, or the name that an imported field has in the file; a value is set in every such field, as its member `value`.',
  example: {},
})

export type FieldInput = z.output<typeof FieldInput>
export type NewFieldInput = z.output<typeof NewFieldInput>
export type FieldsInput = z.output<typeof FieldsInput>

/** A field whose place is known: `placeAtAnchors` finds that of an anchor. */
export type PlacedField = Omit<FieldInput, 'anchor'> & Place
export interface Place {
  page: number
  x: number
  y: number
}
