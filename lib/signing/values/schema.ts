import { z } from 'zod'
import { ExactNumber } from '#lib/processes/fields/input'

/** A value of a field that a signer fills in. */
export const ValueInput = z.object({
  field_id: z.int().positive().meta({ example: 7 }),
  value: z.union([z.string().max(10_000), z.boolean(), ExactNumber, z.null()]).meta({
    description:
      'A number as JSON, or as text in the language of the process: in German `1.250,5`, in English `1,250.5`. A date as `2026-12-01`, or in that language: `1.12.2026`, `12/1/2026`. A text must fit into its field at the smallest size, 4 points, in which it is drawn; the error says about how many characters do. Of a field of the type `attachment`, only in `sign`: the `sha256` of the file that was shown, empty for none; it is refused when another file is there by now. Where it is omitted, the file that is there is signed.',
    example: 'Ada Lovelace',
  }),
})
export type ValueInput = z.output<typeof ValueInput>

/** The maximum number of values of a submission. */
export const MAX_VALUES = 5000
