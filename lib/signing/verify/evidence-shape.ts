import { z } from 'zod'
import { Instant } from '#lib/core/shapes'

/** What the last seal of a file names, and where that is in the transparency log. */
export const EvidenceShape = z
  .object({
    chain: z.string().meta({ description: 'The name of the hash chain.', example: 'process:12' }),
    length: z
      .int()
      .meta({ description: 'The position of its last event at the time of the seal, from 1.', example: 9 }),
    head: z.string().meta({
      description: 'The hash of that event.',
      example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
    }),
    log_index: z.int().nullable().meta({
      description:
        'The entry of the transparency log that has this head (`GET /trust/log/checkpoint`); null where the log does not have it.',
      example: 41_206,
    }),
    log_witnesses: z
      .array(
        z.object({
          name: z.string().meta({
            description: 'The name of the witness’s key.',
            example: 'witness.example.com/api/v1/trust/witness',
          }),
          cosigned_at: Instant.meta({ description: 'When it saw the log with this entry.' }),
        }),
      )
      .meta({
        description:
          'The witnesses of this installation (`WITNESSES`) that have cosigned a checkpoint of the log with this entry.',
      }),
  })
  .meta({ id: 'NamedEvidence' })
