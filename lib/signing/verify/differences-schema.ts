import { z } from 'zod'

const AreaShape = z
  .object({
    x: z.number().meta({ description: 'The left edge.' }),
    y: z.number().meta({ description: 'The upper edge.' }),
    width: z.number().meta({ description: 'A fraction of the width of the page.' }),
    height: z.number().meta({ description: 'A fraction of the height of the page.' }),
  })
  .meta({
    id: 'ChangedArea',
    description: 'A part of the page, by fractions of its width and height from the upper left corner.',
    example: { x: 0.1, y: 0.7, width: 0.3, height: 0.05 },
  })

const picture = 'A WebP picture as a data URL'

const PageDifferenceShape = z
  .object({
    page: z
      .int()
      .meta({ description: 'Its number after the changes; of a removed page before them.', example: 1 }),
    before: z
      .string()
      .nullable()
      .meta({ description: `${picture}; null for an added page.`, example: null }),
    after: z
      .string()
      .nullable()
      .meta({ description: `${picture}; null for a removed page.`, example: null }),
    width: z.int().meta({ description: 'Of the pictures, in pixels.', example: 560 }),
    height: z.int().meta({ description: 'Of the pictures, in pixels.', example: 792 }),
    areas: z.array(AreaShape).meta({ description: 'What looks different.' }),
  })
  .meta({ id: 'PageDifference', description: 'A page before and after a change.' })

export const DifferencesShape = z
  .object({
    revisions: z
      .array(
        z.object({
          from: z.string().meta({
            description: 'The field of the signature after which the changes were made.',
            example: 'Signature1',
          }),
          to: z.string().nullable().meta({
            description: 'The field of the next signature, which covers them; null after the last one.',
            example: null,
          }),
          pages: z.array(PageDifferenceShape).meta({ description: 'The pages that look different.' }),
        }),
      )
      .meta({ description: 'In the order of revisions, those without a visible change left out.' }),
    omitted: z.int().meta({
      description:
        'How many pages that may have changed were not drawn, because the file needs too much time.',
      example: 0,
    }),
  })
  .meta({ id: 'Differences', description: 'Pictures of what was changed after each signature.' })

export type DifferencesRecord = z.infer<typeof DifferencesShape>
