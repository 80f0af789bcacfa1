import { z } from 'zod'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { alignments, maxDecimals } from '#lib/pdf/zones'

export const optionText = singleLine(255).min(1)

const Widget = z
  .strictObject({
    page: z.int().positive().meta({ example: 1 }),
    dx: z.number().meta({ description: 'To the right of the field’s `x`.', example: 0 }),
    dy: z.number().meta({ description: 'Down from the field’s `y`.', example: 20 }),
    width: z.number().positive().meta({ example: 14 }),
    height: z.number().positive().meta({ example: 14 }),
    option: optionText.optional().meta({ description: 'For a radio field: the option of this button.' }),
  })
  .meta({ id: 'FieldWidget', description: 'A further place of a field, in the unit of the field.' })

export const Layout = z
  .strictObject({
    align: z.enum(alignments).optional().meta({
      description: 'Of text; without it, right-to-left text begins at the right.',
    }),
    comb: z.boolean().optional().meta({
      description:
        'Each character of a text or number has a cell of equal width; needs `validation.max_length`, the number of cells.',
    }),
    rotation: z
      .union([z.literal(90), z.literal(180), z.literal(270)])
      .optional()
      .meta({ description: 'Degrees counterclockwise by which the content is turned.' }),
    squares: z.boolean().optional().meta({
      description: 'The `widgets` of a radio field look like check boxes.',
    }),
    font_size: z.number().min(1).max(144).optional().meta({
      description:
        'Of text, in points; longer text is smaller. Without it, text is as large as fits, up to 12 points.',
    }),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, issueMessage('identity.mustBeColour'))
      .optional()
      .meta({ description: 'Of text; without it, text is black.', example: '#1f5f4a' }),
    widgets: z.array(Widget).max(200).optional().meta({
      description:
        'Further places of the field, which show the same value. Of a radio field: its buttons, at least one for each option; without them the options are drawn one below the other, with their texts.',
    }),
  })
  .meta({ id: 'FieldLayout', description: 'How a field is drawn on the page.' })

/** Members of `Decimals`. */
export const decimals = {
  min_decimals: z.int().min(0).max(maxDecimals).optional().meta({
    description: 'For a number with a formula: zeros are added up to as many decimals; 0 without it.',
  }),
  max_decimals: z.int().min(0).max(maxDecimals).optional().meta({
    description:
      'For a number with a formula: it is rounded to as many decimals, after other formulas have taken it; 2 without it.',
  }),
}
