import { z } from 'zod'
import { handwritingFontNames } from '#lib/core/handwriting'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { limits } from '#lib/processes/facts'

const typedText = singleLine(limits.nameCharacters).min(1)

/** A submitted signature or initials. */
export const AppearanceInput = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('typed'),
    text: typedText,
    font: z.enum(handwritingFontNames).optional().meta({
      description:
        'The handwriting; by default, and for one that lacks a character, the first that `GET /signing/{token}/handwriting` lists.',
      example: 'caveat',
    }),
  }),
  z.object({
    method: z.enum(['drawn', 'uploaded']),
    image: z
      .string()
      .startsWith('data:image/png;base64,', issueMessage('api.mustBePngDataUrl'))
      .max(2_000_000, issueMessage('signing.pictureTooLarge'))
      .meta({ example: 'data:image/png;base64,iVBORw0KGgo…' }),
  }),
])
export type AppearanceInput = z.output<typeof AppearanceInput>

export const HandwritingQuery = z.object({
  text: typedText.meta({ description: 'A typed signature or initials.', example: 'Ada Lovelace' }),
})

const FaceShape = z.object({
  font: z.enum(handwritingFontNames).nullable().meta({
    description: 'For `font` of a typed signature; null: italics, as no handwriting has every character.',
    example: 'caveat',
  }),
  name: z.string().nullable().meta({ description: 'The name of the font.', example: 'Caveat' }),
  width: z.number().meta({ description: 'Of the view box, which begins at 0, 0.', example: 5210 }),
  height: z.number().meta({ description: 'Of the view box.', example: 1200 }),
  path: z.string().meta({ description: 'The data of an SVG path.', example: 'M10 20L30 40Z' }),
})

export const HandwritingShape = z
  .object({ faces: z.array(FaceShape).meta({ description: 'One for each font, the default first.' }) })
  .meta({ id: 'Handwriting', description: 'A typed signature in each handwriting.' })
export type HandwritingRecord = z.infer<typeof HandwritingShape>
