import { z } from 'zod'
import { Instant } from '#lib/core/shapes'

/** The text parts beside the file. */
export const SealInput = z.object({
  password: z.string().max(1024).default('').meta({
    description: 'The password of the file. It is not stored.',
    example: 'correct horse',
  }),
})

export const SealShape = z
  .object({
    source: z.enum(['organisation', 'installation']).meta({
      description:
        '`organisation`: its own certificate, set here. `installation`: that of this installation or its operator.',
      example: 'organisation',
    }),
    subject: z.string().nullable().meta({
      description:
        'The name of the certificate’s holder; null, as the following, while the installation seals.',
      example: 'CN=Acme Seal, O=Acme',
    }),
    issuer: z.string().nullable().meta({ example: 'CN=City Authority' }),
    key: z.string().nullable().meta({ description: 'The type of the key.', example: 'RSA 3072' }),
    sha256: z
      .string()
      .nullable()
      .meta({
        description: 'The fingerprint of the certificate: SHA-256 of the DER, hexadecimal.',
        example: 'c0ffee'.padEnd(64, '0'),
      }),
    not_before: Instant.nullable().meta({
      description: 'Valid from then on.',
      example: '2026-11-21T12:00:00Z',
    }),
    not_after: Instant.nullable().meta({
      description: 'Valid until then: the end of the first of `certificates` to end.',
      example: '2028-11-20T12:00:00Z',
    }),
    certificates: z.array(z.string()).meta({
      description: 'PEM, from that of the seal up to the root.',
      example: ['-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n'],
    }),
    trusted: z.boolean().meta({
      description:
        'Whether `POST /verify` here trusts it: the operator of the installation must trust its root or another of its authorities (`TRUSTED_ROOTS`, `TRUSTED_LISTS`).',
      example: true,
    }),
    expired: z.boolean().meta({
      description: 'An expired certificate seals nothing: the installation seals in its place.',
      example: false,
    }),
    set_at: Instant.nullable().meta({
      description: 'When the organisation set it.',
      example: '2026-11-21T09:30:00Z',
    }),
  })
  .meta({ id: 'Seal', description: 'The certificate that seals the documents of the organisation.' })
export type SealRecord = z.infer<typeof SealShape>
