import { z } from 'zod'
import { Instant } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import { modificationLevels } from '#lib/pades/changes/modifications'
import { qualifications } from '#lib/pades/trusted-lists/qualification'
import { activeContentKinds } from '#lib/pdf/check/active-content'
import { EvidenceShape } from './evidence-shape.ts'
import { ChangeShape, TrustedListShape } from './signature-parts.ts'

const identifications = ['link', 'in_person', 'email', 'sms', 'access_code'] as const
export const ways = ['personal_link', 'in_person', 'reusable_link'] as const
export const vouchers = ['installation', 'trusted_root'] as const
const timeSources = ['time_stamp', 'service', 'claim'] as const

const SignatureShape = z.object({
  field: z.string().meta({ example: 'Signature1' }),
  kind: z.enum(['signature', 'seal', 'time_stamp']).meta({
    description:
      'A person’s signature, a seal of this service (its certification and its last signature), or a document time stamp.',
    example: 'signature',
  }),
  signer: z.string().meta({ example: 'Ada Lovelace' }),
  issuer: z.string().meta({ example: 'Paraph authority for Analytical Engines' }),
  serial_number: z.string().meta({ example: '5f3a91c2' }),
  sub_filter: z.string().meta({ example: 'ETSI.CAdES.detached' }),
  level: z
    .enum(['PAdES-BASELINE-B', 'PAdES-BASELINE-T', 'PAdES-BASELINE-LT', 'PAdES-BASELINE-LTA'])
    .nullable()
    .meta({
      description:
        'Null for time stamps and signatures that are not PAdES baseline signatures (ETSI EN 319 142-1, 6.3).',
      example: 'PAdES-BASELINE-B',
    }),
  certification: z.boolean(),
  email: z.string().nullable().meta({
    description:
      'The email address in the certificate, where its chain leads to a root that is known here; null otherwise.',
    example: 'ada@example.com',
  }),
  identified_by: z.enum(identifications).nullable().meta({
    description:
      'How a person who signed here was identified: by the personal link alone (`link`), by a host who handed over a device alone (`in_person`), or, besides how they reached the signing page (`reached_by`), by a code sent by email or text message, or agreed on with the sender. Null for others.',
    example: 'email',
  }),
  reached_by: z.enum(ways).nullable().meta({
    description:
      'How a person who signed here reached the signing page: by their personal link, on the device of a host who handed it over in person, or by a reusable link, which anyone can open. Null for others.',
    example: 'personal_link',
  }),
  chain: z.array(z.string()).meta({
    description: 'The common names of the certificates, from the signer’s to the last that is known.',
    example: ['Ada Lovelace', 'Paraph authority for Analytical Engines', 'Paraph root'],
  }),
  chain_sha256: z.array(z.string()).meta({
    description:
      'The SHA-256 of the certificates of the chain, from the signer’s to the trust anchor; of the signer’s alone where no chain was found.',
    example: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  vouched_by: z.enum(vouchers).nullable().meta({
    description:
      'Who vouches for the chain: this installation, or a root that its operator trusts, such as the service of a trusted list (`trusted_list`). Null when nobody known does.',
    example: 'installation',
  }),
  qualified: z.enum(qualifications).nullable().meta({
    description:
      'What a signature that passed is by the trusted lists of the European Union (ETSI TS 119 615): a qualified electronic signature (`QESig`) or seal (`QESeal`), one with a qualified certificate whose key is not in a qualified device (`AdESig-QC`, `AdESeal-QC`), a qualified time stamp (`QTST`), or another one whose authority is in a list. Where `revocation_status` is `unknown`, those of qualified certificates begin with `Indeterminate`, as in EU DSS. Null for all others, and where the operator has loaded no lists (`TRUSTED_LISTS`).',
    example: null,
  }),
  revocation_status: z.enum(['good', 'revoked', 'unknown']).nullable().meta({
    description:
      'What the validation data in the file say of the signer’s certificate and its authorities when the signature is known to exist: `good`: none had been revoked; `unknown`: that could not be determined, as the file has no such data of that time (below the level LT, or older than the proof that the signature existed) and nothing is fetched, or as nobody trusts the chain of its certificate. Null for document time stamps.',
    example: 'good',
  }),
  trusted_list: TrustedListShape.nullable().meta({
    description:
      'The trusted list, and the service in it, that vouches for the certificate; null without one.',
  }),
  time_stamp_trusted_list: TrustedListShape.nullable().meta({
    description:
      'The same for the authority of the time stamp: it is a qualified one. Null for document time stamps, whose list is `trusted_list`.',
  }),
  time_source: z.enum(timeSources).meta({
    description:
      'Whose clock the time of signing is: that of a trusted time-stamping authority (`timestamped_at`), of this service, or of the signer, without proof (`signed_at`).',
    example: 'service',
  }),
  time_stamp_authority: z
    .string()
    .nullable()
    .meta({ description: 'The common name of the authority of the time stamp.', example: null }),
  signed_at: z.string().nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  timestamped_at: z.string().nullable().meta({
    description:
      'When a time-stamp authority time-stamped the signature. The authority is trusted where `time_source` is `time_stamp`; otherwise it is a claim.',
  }),
  proven_at: z.string().nullable().meta({
    description:
      'Since when the signature is proven to exist: the earliest time stamp over it, its own or a later one of the document, of a trusted authority. Null without one.',
    example: null,
  }),
  reason: z.string().nullable().meta({ example: 'I agree to the lease.' }),
  byte_range: z.array(z.number()).meta({ example: [0, 21044, 37430, 10783] }),
  valid: z.boolean().meta({
    description: 'Intact, and all later changes are permitted. Says nothing about the signer’s identity.',
    example: true,
  }),
  intact: z.boolean().meta({
    description: 'The signed bytes are unchanged, and the signature matches the certificate.',
    example: true,
  }),
  indication: z.enum(['TOTAL_PASSED', 'TOTAL_FAILED', 'INDETERMINATE']).meta({
    description:
      'As in ETSI EN 319 102-1: passed if valid, trusted, within the validity of its certificates at `proven_at` or today, not revoked before, for signing documents, and made with strong algorithms; failed if not valid; otherwise, and where something is unsupported or the certificate is missing or not identified, indeterminate.',
  }),
  sub_indication: z
    .enum([
      'FORMAT_FAILURE',
      'HASH_FAILURE',
      'SIG_CRYPTO_FAILURE',
      'NO_CERTIFICATE_CHAIN_FOUND',
      'CHAIN_CONSTRAINTS_FAILURE',
      'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      'REVOKED_NO_POE',
      'REVOKED_CA_NO_POE',
      'OUT_OF_BOUNDS_NO_POE',
      'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      'SIG_CONSTRAINTS_FAILURE',
    ])
    .nullable()
    .meta({ description: 'Why it did not pass.', example: null }),
  weak_algorithm: z.string().nullable().meta({
    description:
      'Algorithms of the signature, or of the certificates of its chain, that are no longer secure, such as `MD5`, `SHA-1`, `RIPEMD-160` or `DSA`, separated by commas. The signature may still be intact.',
    example: null,
  }),
  weak_key: z.string().nullable().meta({
    description:
      'The key of the certificate, or of an authority of its chain, if it is too short, such as `RSA 1024`.',
    example: null,
  }),
  certificate_expired: z.boolean().meta({
    description:
      'The certificate had expired when the signature was made: at `proven_at`, or today without it.',
    example: false,
  }),
  certificate_not_yet_valid: z.boolean().meta({
    description:
      'The certificate was not valid yet when the signature was made: at `proven_at`, at the time that it claims, or today.',
    example: false,
  }),
  trailing_bytes: z.int().meta({
    description: 'Number of bytes after the signature in its place in the file, where only zeros belong.',
    example: 0,
  }),
  unsupported: z.string().nullable().meta({
    description:
      'The algorithm (name or object identifier) or sub-filter that this service cannot verify. `intact` and `valid` are false then, although the bytes may be unchanged.',
    example: null,
  }),
  trusted: z.boolean().meta({
    description:
      'The certificate chains to a trust anchor, other than the root of test mode: a root of this installation, one of `TRUSTED_ROOTS`, or a service of a trusted list. What was signed here says `issued_here`.',
    example: true,
  }),
  covers_whole_file: z.boolean().meta({ example: true }),
  changed_after_signing: z.boolean().meta({
    description:
      "The signed bytes were changed, or a later revision did more than add the next person's signature and fill in that person's fields, whether permitted or not.",
  }),
  modification_level: z.enum(modificationLevels).meta({
    description: 'Extent of the changes in later revisions, those of later signers included.',
  }),
  changes: z
    .array(ChangeShape)
    .meta({ description: 'Changes made by later revisions, signatures included.', example: [] }),
  changes_omitted: z.int().meta({
    description:
      'How many changes `changes` leaves out, because the file has many signatures; those that are not permitted come first.',
    example: 0,
  }),
  issued_here: z.boolean().meta({ example: true }),
  test_mode: z.boolean(),
  faults: z.array(z.string()).meta({ example: [] }),
})

/** What a visitor reads first about a file. */
export const verdicts = ['unchanged', 'changed', 'not_issued_here', 'not_signed', 'indeterminate'] as const

export const VerificationShape = z
  .object({
    verdict: z.enum(verdicts).meta({
      description:
        'The verdict in a word. `unchanged`: every signature passed, and nothing was changed after signing (also in test mode: see `test_mode`). `changed`: the file was changed after signing, or a signature is not valid. `not_issued_here`: unchanged, but nobody known vouches for a signer. `indeterminate`: a signature cannot be judged, such as one with a weak algorithm.',
      example: 'unchanged',
    }),
    filename: z.string().meta({ example: 'lease.pdf' }),
    size: z.int().meta({ example: 48213 }),
    sha256: z.string().meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
    signed: z.boolean().meta({ example: true }),
    valid: z.boolean().meta({
      description:
        'There is at least one signature, and every one is valid. Read it together with `changed_after_signing`: what is permitted can still be a change.',
      example: true,
    }),
    changed_after_signing: z.boolean().meta({ description: 'True if it is true for any signature.' }),
    covers_whole_file: z
      .boolean()
      .meta({ description: 'Nothing follows the last signature.', example: true }),
    issued_here: z.boolean().meta({
      description: 'The certificate of every signature, time stamps aside, was issued by this installation.',
      example: true,
    }),
    test_mode: z.boolean().meta({ description: 'Signed in test mode, without legal effect.' }),
    voided_at: Instant.nullable().meta({
      description:
        'When the process was declared void that the last valid seal of this installation names, or without one that of a signer; null otherwise. The signatures stay valid.',
      example: null,
    }),
    not_judged: z.int().meta({
      description:
        'How many signatures were not verified, or not against all later revisions, because the file needs too much time. They are `INDETERMINATE`, and the file is not `valid`.',
      example: 0,
    }),
    faults: z.array(z.string()).meta({ description: 'What is wrong with the file as a whole.', example: [] }),
    active_content: z
      .array(z.enum(activeContentKinds))
      .meta({ description: 'Active content found in the file, such as scripts.', example: [] }),
    evidence: EvidenceShape.nullable().meta({
      description:
        'The audit trail that the last valid seal of this installation names; null without one. A trail whose event at this position has another hash is not that of this file.',
    }),
    signatures: z.array(SignatureShape),
  })
  .meta({ id: 'Verification' })

export type VerificationRecord = z.infer<typeof VerificationShape>
export type SignatureRecord = VerificationRecord['signatures'][number]

export const StatusQuery = z.object({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, issueMessage('api.mustBeSha256'))
    .transform((hash) => hash.toLowerCase())
    .meta({
      description: 'The SHA-256 of the file, hexadecimal, as the certificate of completion names it.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
})

export const StatusShape = z
  .object({
    sha256: z.string().meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
    status: z.enum(['completed', 'voided', 'unknown']).meta({
      description:
        'Whether a file with this hash was completed here, and not declared void. `unknown` may also be a file whose time stamps were renewed: its own signatures say more.',
    }),
    organisation: z.string().nullable().meta({
      description: 'The organisation whose process it was.',
      example: 'Analytical Engines',
    }),
    completed_at: Instant.nullable().meta({
      description:
        'When the process was completed: when its last document was sealed, after the last signer had signed.',
    }),
    voided_at: Instant.nullable().meta({ description: 'When it was declared void.', example: null }),
    test_mode: z.boolean(),
  })
  .meta({ id: 'FileStatus', description: 'What this installation knows of a file by its hash.' })

export type FileStatusRecord = z.infer<typeof StatusShape>
