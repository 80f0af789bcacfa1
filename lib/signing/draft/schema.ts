import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { AppearanceInput } from '../appearance-schema.ts'
import { MAX_VALUES, ValueInput } from '../values/schema.ts'

const DraftDevice = z.string().max(64).meta({ example: '5f0c2a6e91d84b37' })

const DraftValue = ValueInput.extend({
  unclear: z.boolean().optional().meta({
    description:
      'Of a number or date: where it was typed, the text was not understood, or had two readings. Another page asks again, rather than reads it in its own language.',
    example: false,
  }),
})
export type DraftValue = z.output<typeof DraftValue>

export const DraftShape = z
  .object({
    values: z
      .array(DraftValue)
      .meta({ description: 'As they were saved: numbers and dates are not read yet.' }),
    signature: AppearanceInput.nullable().meta({ example: { method: 'typed', text: 'Ada Lovelace' } }),
    initials: AppearanceInput.nullable().meta({ example: null }),
    saved_at: Instant,
    device: DraftDevice.nullable().meta({ description: 'The device that saved it, as it named itself.' }),
  })
  .meta({ id: 'SigningDraft' })
export type DraftRecord = z.infer<typeof DraftShape>

export const DraftInput = z
  .object({
    values: z
      .array(DraftValue)
      .max(MAX_VALUES)
      .refine((values) => !isDraftTooLarge(values), issueMessage('signing.draftTooLarge'))
      .meta({ description: 'All values so far; they may be unfinished.' }),
    changed: z
      .array(ValueInput.shape.field_id)
      .max(MAX_VALUES)
      .optional()
      .meta({
        description:
          'The fields that this device has changed since it read or saved the draft. Of all others the saved values stay, which another device may have changed meanwhile. When absent, `values` replaces them all.',
        example: [7],
      }),
    signature: AppearanceInput.nullable()
      .optional()
      .meta({
        description: 'Stays when absent; `null` removes it.',
        example: { method: 'typed', text: 'Ada Lovelace' },
      }),
    initials: AppearanceInput.nullable().optional().meta({ description: 'As `signature`.', example: null }),
    device: DraftDevice.nullish().meta({
      description:
        'A random id that a device chooses and keeps, to tell its own draft, which may be saved after it was read again, from that of another.',
      example: '5f0c2a6e91d84b37',
    }),
  })
  .meta({ id: 'SigningDraftInput' })
export type DraftInput = z.output<typeof DraftInput>

/** The maximum length of all texts of a draft together. */
const MAX_DRAFT_CHARACTERS = 500_000

export function isDraftTooLarge(values: ValueInput[]): boolean {
  const characters = values.reduce(
    (sum, { value }) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  return characters > MAX_DRAFT_CHARACTERS
}

export const SavedDraftShape = z
  .object({
    saved_at: Instant,
    previous_saved_at: Instant.nullable().meta({
      description:
        'When the draft was saved before. If that was not by this device, another has changed it meanwhile.',
      example: '2026-11-21T09:29:55Z',
    }),
    previous_device: DraftDevice.nullable().meta({ description: 'The device that saved the draft before.' }),
  })
  .meta({ id: 'SavedSigningDraft' })
export type SavedDraft = z.infer<typeof SavedDraftShape>
