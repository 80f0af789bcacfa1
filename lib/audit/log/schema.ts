import { z } from 'zod'

/** The path of a tile after `tile/`. */
export const TilePathParams = z.object({
  tile: z.string().meta({
    description: 'The path of the tile; its index may have several segments.',
    example: '0/000.p/7',
  }),
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
    checkpoint_url: z.url().meta({
      description: 'The signed state of the log.',
      example: 'https://sign.example.com/api/v1/trust/log/checkpoint',
    }),
  })
  .meta({ id: 'TransparencyLog' })
