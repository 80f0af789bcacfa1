import { z } from 'zod'
import { LogShape, WitnessShape } from '#lib/audit/log/schema'

const url = (description: string, example: string) => z.url().meta({ description, example })
const base = 'https://sign.example.com/api/v1/trust'
const keyId = '9a3f0c5d7e21b84460fd1c2e8b7a95d3046f1e2c'

const CertificateShape = z.object({
  key_id: z.string().meta({ description: 'The subject key identifier, hexadecimal.', example: keyId }),
  subject: z
    .string()
    .meta({ description: 'The name of the certificate’s holder.', example: 'CN=Paraph root' }),
  sha256: z.string().meta({
    description: 'The fingerprint: SHA-256 of the DER, hexadecimal.',
    example: 'c0ffee'.padEnd(64, '0'),
  }),
  certificate: z.string().meta({
    description: 'PEM.',
    example: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
  }),
  not_before: z.iso
    .datetime()
    .meta({ description: 'Valid from then on.', example: '2026-11-21T12:00:00.000Z' }),
  not_after: z.iso.datetime().meta({ description: 'Valid until then.', example: '2056-11-13T12:00:00.000Z' }),
})

/** What `GET /trust` tells. */
export const TrustShape = z
  .object({
    roots: z
      .array(
        CertificateShape.extend({
          test_mode: z
            .boolean()
            .meta({ description: 'Signatures of test mode bind nobody.', example: false }),
          certificate_url: url('The certificate, DER.', `${base}/${keyId}.crt`),
          revocation_list_url: url('The revocation list, DER.', `${base}/${keyId}.crl`),
        }),
      )
      .meta({
        description: 'At most one for live and one for test mode, each made with the first signature.',
      }),
    time_stamps: z
      .object({
        authority: z.enum(['none', 'internal', 'external']).meta({
          description:
            '`internal`: the times are the word of this installation alone, under its own root. `external`: an authority outside of it vouches for them.',
          example: 'internal',
        }),
        certificates: z.array(CertificateShape).meta({
          description: 'Of the installation’s own time-stamping authority.',
        }),
      })
      .meta({ description: 'Who vouches for the times of signatures (`TSA_URL`).' }),
    log: LogShape.meta({ description: 'The transparency log of this installation.' }),
    witness: WitnessShape.meta({
      description: 'This installation as a witness of the logs of others (`WITNESSED_LOGS`).',
    }),
  })
  .meta({
    id: 'Trust',
    description: 'What a validator needs to trust the signatures of this installation.',
  })
export type TrustRecord = z.input<typeof TrustShape>

/** The path parameter of a certificate or a revocation list. Authorities of others may have key identifiers of any length. */
export const TrustFileParams = z.object({
  file: z
    .string()
    .regex(/^(?:[0-9a-f]{2})+\.(crl|crt)$/)
    .meta({
      description: 'The key identifier of a root or an authority, and `.crl` or `.crt`.',
      example: `${keyId}.crl`,
    }),
})
