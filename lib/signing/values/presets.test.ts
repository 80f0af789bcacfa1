import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import { englishMessages } from '#lib/core/errors'
import type { FieldType } from '#lib/pdf/zones'
import { findDefaultErrors } from '#lib/processes/fields/field-defaults'
import { toStoredPreset } from '#lib/processes/fields/field-rules'
import { FieldInput, type PlacedField } from '#lib/processes/fields/input'
import { findPatternErrors } from '#lib/processes/fields/patterns'
import { findStoredPresetErrors } from '#lib/processes/fields/presets'
import { fillFields } from './values.ts'

const ctx = { tenantId: 1 } as Ctx
const now = new Date('2026-03-31T12:00:00Z')
const signer = { id: 1, name: 'Zoë Weiß', email: 'zoe@example.com', today: '2026-03-31' }
const matches = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'u').test(text)

const types: FieldType[] = [
  'date',
  'name',
  'email',
  'company',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
]
const values = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'true',
    'false',
    '',
    ' ',
    '0',
    '-7.50',
    '+3',
    '1,5',
    '1.250.000',
    '1e5',
    '32/13/2026',
  ),
  fc.constantFrom(' 2020-01-01', '2026-03-31\n', 'a ', '\tb', ' true', ' ana@example.org ', ' -7.50'),
  fc.constantFrom(
    '2026-03-31',
    '2026-02-30',
    '2020-01-01',
    'not mail',
    'ana@example.org',
    'two\nlines',
    'Zoë Weiß',
  ),
  fc.string(),
  // JSON may round larger ones.
  fc.double({ noNaN: true, min: 1 - 2 ** 43, max: 2 ** 43 - 1 }),
  fc.maxSafeInteger(),
  fc.boolean(),
)
const days = fc.constantFrom('2000-01-01', '2026-03-31', '2030-01-01')
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const presetFields = fc.record({
  type: fc.constantFrom(...types),
  value: fc.option(values),
  required: fc.boolean(),
  read_only: fc.boolean(),
  auto: fc.boolean(),
  imported: fc.boolean(),
  options: fc.constantFrom([], ['a', 'b'], ['true', '1.5']),
  validation: fc.record({
    min: optional(fc.integer({ min: -10, max: 10 })),
    max: optional(fc.integer({ min: -10, max: 10 })),
    min_date: optional(days),
    max_date: optional(days),
    min_length: optional(fc.integer({ min: 0, max: 12 })),
    max_length: optional(fc.integer({ min: 1, max: 12 })),
    pattern: optional(fc.constantFrom('', 'a*', '[^@]+', '\\d+', '.{2,}')),
  }),
})

it('a process that can be sent can be signed with no more than its empty required fields', async () => {
  await fc.assert(
    fc.asyncProperty(
      presetFields,
      fc.constantFrom('en', 'de', 'fr', 'ar-EG'),
      async (members, documentLocale) => {
        const place = { document_id: 1, signer_id: 1, page: 1, x: 0, y: 0, width: 9, height: 9 }
        const field = FieldInput.parse({ ...place, ...members }) as PlacedField
        fc.pre(findDefaultErrors(field).length === 0)
        const errors = {
          ...(await findPatternErrors(ctx, [field])),
          ...(await findStoredPresetErrors(ctx, [field])),
        }
        fc.pre(Object.keys(errors).length === 0)
        const row = { ...field, id: 1, signerId: 1, value: toStoredPreset(field), readOnly: field.read_only }
        // As the signing page compares it with the options.
        if ((field.type === 'radio' || field.type === 'dropdown') && row.value)
          expect(field.options).toContain(row.value)
        const { errors: refused } = fillFields([row], [], [{ ...signer, documentLocale }], now, matches)
        const messages = Object.values(englishMessages(refused)).flat()
        expect(messages).toEqual(messages.length > 0 ? ['This field is required.'] : [])
        if (messages.length > 0) expect(field.required).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
