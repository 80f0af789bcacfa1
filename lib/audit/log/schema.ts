import { z } from 'zod'

/** The path of a tile after `tile/`. */
export const TilePathParams = z.object({
  tile: z.string().meta({
    description: 'The path of the tile; its index may have several segments.',
    example: '0/000.p/7',
  }),
})

const witnessKey =
  'witness.example.com/api/v1/trust/witness+6ec1b3f5+BI8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ'

export const WitnessShape = z
  .object({
    verifier_key: z.string().meta({
      description: 'The key that verifies the cosignatures of this installation (C2SP tlog-cosignature).',
      example: witnessKey,
    }),
    url: z.url().meta({
      description: 'The submission prefix, below which `add-checkpoint` is.',
      example: 'https://witness.example.com/api/v1/trust/witness',
    }),
    logs: z
      .array(z.string())
      .meta({ description: 'The origins of these logs.', example: ['sign.example.com/api/v1/trust/log'] }),
  })
  .meta({
    id: 'LogWitness',
    description: 'An installation as a witness of the logs of others (C2SP tlog-witness).',
  })

export const LogShape = z
  .object({
    origin: z.string().meta({
      description: 'The first line of every checkpoint.',
      example: 'sign.example.com/api/v1/trust/log',
    }),
    verifier_key: z.string().meta({
      description: 'The key that verifies checkpoints, as C2SP signed-note has it.',
      example: 'sign.example.com/api/v1/trust/log+07adc2f0+AY8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ',
    }),
    size: z.int().meta({ description: 'The number of entries.', example: 41_207 }),
    witnesses: z
      .array(
        z.object({
          verifier_key: z.string().meta({
            description: 'The key that verifies its cosignatures (C2SP tlog-cosignature).',
            example: witnessKey,
          }),
          size: z
            .int()
            .meta({ description: 'The size that it cosigned last; 0: none yet.', example: 41_207 }),
          cosigned_at: z.iso
            .datetime()
            .nullable()
            .meta({ description: 'When; null: not yet.', example: '2026-11-21T12:00:00.000Z' }),
        }),
      )
      .meta({ description: 'Who is asked to cosign the checkpoints of this log (`WITNESSES`).' }),
    checkpoint_url: z.url().meta({
      description: 'The signed state of the log.',
      example: 'https://sign.example.com/api/v1/trust/log/checkpoint',
    }),
  })
  .meta({ id: 'TransparencyLog' })
