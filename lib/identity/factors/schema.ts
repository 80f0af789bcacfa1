import { z } from 'zod'
import { Instant, RecordId } from '#lib/core/shapes'
import { withLatinDigits } from '#lib/core/text/digits'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { CHALLENGE_SECONDS, factorMethods } from './rules.ts'

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, issueMessage('api.mustBeBase64urlWithoutPadding'))
    .meta({ example: 'Tn2l' })

/** The token of a pending second factor. */
export const ChallengeToken = z.string().min(1).max(64)

const Challenge = ChallengeToken.meta({
  description: `The \`challenge\` of the earlier response; valid for ${CHALLENGE_SECONDS / 60} minutes.`,
  example: 'mV2kq0Z7pXn4w1yB5cD8eF3gH6jL9tRs',
})

/** Six digits, which apps show with a space. */
const TotpCode = z
  .string()
  .max(20)
  .transform((code) => withLatinDigits(code.replaceAll(/\s/g, '')))
  .pipe(z.string().regex(/^\d{6}$/, issueMessage('identity.codeHasSixDigits')))

const RecoveryCode = z
  .string()
  .max(40)
  .transform((code) => withLatinDigits(code.toLowerCase().replaceAll(/[\s-]/g, '')))
  .pipe(z.string().min(1, issueMessage('identity.enterRecoveryCode')))

const AssertionInput = z
  .looseObject({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4096),
      authenticatorData: base64url(4096),
      signature: base64url(8192),
      userHandle: base64url(200)
        .nullish()
        .transform((handle) => handle ?? undefined),
    }),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: '`AuthenticationResponseJSON` of WebAuthn Level 3: what `credential.toJSON()` gives.',
  })
export type Assertion = z.output<typeof AssertionInput>

/** The members that prove a second factor; a request has one of them. */
export const proofMembers = {
  code: TotpCode.optional().meta({ description: 'The code of the authenticator app.' }),
  recovery_code: RecoveryCode.optional().meta({ description: 'A recovery code, which works once.' }),
  passkey: AssertionInput.optional(),
}

/** A proof of a second factor. */
export interface Proof {
  code?: string | undefined
  recovery_code?: string | undefined
  passkey?: Assertion | undefined
}

/** Whether the proof has exactly one of its members. */
export function hasOneProof({ code, recovery_code, passkey }: Proof): boolean {
  return [code, recovery_code, passkey].filter((proof) => proof !== undefined).length === 1
}

export const ONE_PROOF = issueMessage('api.oneProofExpected')

export const SecondFactorInput = z
  .object({
    challenge: Challenge,
    ...proofMembers,
    code: proofMembers.code.meta({ description: 'The code of the authenticator app.', example: '492039' }),
  })
  .refine(hasOneProof, { path: ['code'], error: ONE_PROOF })
  .meta({ id: 'SecondFactor', description: 'Send one of code, recovery_code and passkey.' })
export type SecondFactor = z.output<typeof SecondFactorInput>

export const TotpShape = z
  .object({
    status: z.enum(['none', 'pending', 'active']).meta({
      description: '`pending`: set up, but not confirmed by a first code; it does not count yet.',
      example: 'active',
    }),
    confirmed_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  })
  .meta({ id: 'Totp' })
export type TotpRecord = z.infer<typeof TotpShape>

export const TotpSetupShape = z
  .object({
    secret: z.string().meta({ description: 'Base32.', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
    otpauth_url: z.string().meta({
      description: 'Show it as a QR code.',
      example:
        'otpauth://totp/Paraph:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Paraph',
    }),
  })
  .meta({ id: 'TotpSetup' })
export type TotpSetupRecord = z.infer<typeof TotpSetupShape>

export const TotpConfirmationInput = z
  .object({ code: TotpCode.meta({ example: '492039' }) })
  .meta({ id: 'TotpConfirmation' })

const codesExample = ['k7m2q-x4nrt', 'p3w8d-h5jcz']

const FirstRecoveryCodes = z.array(z.string()).nullable().meta({
  description: 'With the first factor: recovery codes, shown only once. Null with further factors.',
  example: codesExample,
})

export const ConfirmedTotpShape = TotpShape.extend({ recovery_codes: FirstRecoveryCodes }).meta({
  id: 'ConfirmedTotp',
})
export type ConfirmedTotpRecord = z.infer<typeof ConfirmedTotpShape>

export const PasskeyShape = z
  .object({
    id: RecordId,
    name: z.string().meta({ example: 'Phone' }),
    last_used_at: Instant.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Passkey' })
export type PasskeyRecord = z.infer<typeof PasskeyShape>

export const NewPasskeyShape = PasskeyShape.extend({ recovery_codes: FirstRecoveryCodes }).meta({
  id: 'NewPasskey',
})
export type NewPasskeyRecord = z.infer<typeof NewPasskeyShape>

export const PasskeyOptionsShape = z
  .object({
    challenge: Challenge,
    options: z.looseObject({}).meta({
      description:
        '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, for `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
      example: { rp: { name: 'Paraph', id: 'paraph.example' }, challenge: 'n0nY…' },
    }),
  })
  .meta({ id: 'PasskeyOptions' })
export type PasskeyOptionsRecord = z.infer<typeof PasskeyOptionsShape>

const RegistrationInput = z
  .looseObject({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4096),
      attestationObject: base64url(4096),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({
    description: '`RegistrationResponseJSON` of WebAuthn Level 3: what `credential.toJSON()` gives.',
    example: {
      id: 'Tn2l',
      rawId: 'Tn2l',
      type: 'public-key',
      response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm', transports: ['internal'] },
      clientExtensionResults: {},
    },
  })
export type Registration = z.output<typeof RegistrationInput>

const PasskeyName = singleLine(60).min(1, issueMessage('identity.nameMissing')).meta({ example: 'Phone' })

export const PasskeyChangeInput = z.object({ name: PasskeyName }).meta({ id: 'PasskeyChange' })
export type PasskeyChange = z.output<typeof PasskeyChangeInput>

export const NewPasskeyInput = z
  .object({
    challenge: Challenge,
    name: PasskeyName,
    credential: RegistrationInput,
  })
  .meta({ id: 'PasskeyRegistration' })
export type NewPasskey = z.output<typeof NewPasskeyInput>

export const RecoveryCodesShape = z
  .object({ remaining: z.int().meta({ description: 'Codes that are not used yet.', example: 10 }) })
  .meta({ id: 'RecoveryCodes' })
export type RecoveryCodesRecord = z.infer<typeof RecoveryCodesShape>

export const NewRecoveryCodesShape = z
  .object({ codes: z.array(z.string()).meta({ description: 'Shown only once.', example: codesExample }) })
  .meta({ id: 'NewRecoveryCodes' })
export type NewRecoveryCodesRecord = z.infer<typeof NewRecoveryCodesShape>

/** Members of the error `second_factor_required`. */
export const factorErrorMembers = {
  challenge: z.string().optional().meta({
    description: 'With `second_factor_required`: to be sent with the second factor.',
  }),
  methods: z
    .array(z.enum(factorMethods))
    .optional()
    .meta({ description: 'With `second_factor_required`: what this user can prove.' }),
  passkey_options: z.looseObject({}).optional().meta({
    description:
      'With `second_factor_required`, for a user with passkeys: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3.',
  }),
}
