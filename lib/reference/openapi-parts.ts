import { z } from 'zod'
import type { ZodOpenApiComponentsObject } from 'zod-openapi'
import { AppError, type ErrorCode } from '#lib/core/errors'
import { scopes } from '#lib/core/roles'
import { ErrorDetailShape } from '#lib/core/shapes'
import { factorErrorMembers } from '#lib/identity/factors/schema'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { endedLinkMembers } from '#lib/signing/schema'
import { errorBody, statusByCode } from '../http/response/error-response.ts'

const codes = Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]]

const FieldErrorDetailShape = ErrorDetailShape.extend({
  field: z.string().optional().meta({ description: 'As in `errors`; absent for the request as a whole.' }),
})

/** The body of every error response. */
export const ErrorShape = z
  .object({
    error: z.object({
      code: z.enum(codes),
      message: z.string().meta({ description: 'For humans; the wording may change.' }),
      errors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({ description: 'Messages by field; fields in dot notation: `signers.0.email`.' }),
      details: z.array(FieldErrorDetailShape).meta({
        description:
          'The same as `message` and `errors`, in their order, for translations: first the message unless it is that of the first field.',
      }),
      reason: z.string().optional().meta({
        description:
          'Why a file was rejected: `too_large`, `not_pdf`, `encrypted`, `xfa`, `portfolio`, `corrupt`, `too_many_pages`, `certified`, `too_many_pixels` (an image), `pdf_too_large` (the PDF of a converted file), `linked_content` and `not_convertible` (a text document or HTML), `active_content` (a tenant setting), `unsealable` (a test signature, made when the process was sent, did not verify; the message says why). In a signing session also `otp_required`, `consent_changed`, `documents_changed`, `access_code_locked`, `email_refused`, `sms_refused`, and of a link that has ended `link_replaced` or `link_delegated`.',
      }),
      current_status: z.string().optional().meta({
        description:
          'With `invalid_state`: the status of the record. If `errors` names fields, the status of the record that the first of them refers to, such as a document in `document_ids`. `carried_out` for a repeated request whose first response was lost.',
      }),
      deletable_at: z.iso
        .datetime()
        .optional()
        .meta({ description: 'With `invalid_state`: when the retention of a vault document ends.' }),
      required_scope: z.enum(scopes).optional().meta({ description: 'With `insufficient_scope`.' }),
      quota: z.string().optional().meta({
        description:
          'With `quota_exceeded`, together with `limit` and `used`: `documents` or `signatures`, with `resets_at`; `bytes` for what is stored.',
      }),
      limit: z.int().optional(),
      used: z.int().optional(),
      resets_at: z.iso.datetime().optional(),
      attempts_left: z.int().optional().meta({ description: 'With `invalid_code`.' }),
      ...factorErrorMembers,
      ...endedLinkMembers,
      sign_in_url: z
        .string()
        .optional()
        .meta({ description: 'With `sso_required`: where the user signs in.' }),
      request_id: z.string().meta({
        description:
          'Also in `X-Request-Id`; quote it in support requests. In a replayed error it is the id of the original request.',
      }),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error response.' })

/** An example text of each error code. */
const exampleTexts: Record<ErrorCode, ErrorText | string> = {
  validation_error: errorText('api.requestNotValid'),
  invalid_json: 'The body is not valid JSON.',
  invalid_code: errorText('refusals.incorrectCode'),
  idempotency_key_reuse: 'This Idempotency-Key was used with another request.',
  unauthenticated: 'The access token or API key is missing or unknown.',
  invalid_credentials: 'The email address or the password is wrong.',
  second_factor_required: 'A second factor is required.',
  token_expired: 'The access token has expired. Refresh it or sign in again.',
  token_revoked: 'The access token was revoked or replaced.',
  api_key_expired: 'The API key has expired.',
  forbidden: errorText('refusals.notAllowed'),
  insufficient_scope: 'The key lacks the scope documents:write.',
  ip_not_allowed: 'The API key is not allowed from this IP address.',
  reauthentication_required:
    'Confirm your password again with POST /api/v1/auth/reauthenticate: it was last entered more than 15 minutes ago.',
  second_factor_setup_required:
    'Your organisation requires a second factor. Set one up with POST /api/v1/user/totp or POST /api/v1/user/passkeys.',
  email_not_confirmed:
    'Confirm your email address before emails can go to other people. Follow the link in the confirmation email, or request another with POST /api/v1/auth/resend-confirmation.',
  tenant_suspended:
    'The operator of this installation has suspended your organisation: it can read, but neither change nor send anything. Ask the operator.',
  sso_required: 'Your organisation requires that you sign in through its identity provider.',
  quota_exceeded: errorText('failures.quotaExceeded', {
    used: 100,
    limit: 100,
    quota: 'documents',
    day: '2027-01-01',
  }),
  not_found: 'The resource does not exist.',
  method_not_allowed: 'Method not allowed. Allowed: GET, HEAD, OPTIONS.',
  invalid_state: 'Only a draft can be sent.',
  idempotency_in_flight: 'A request with this Idempotency-Key is still running.',
  precondition_failed:
    'Changed since you read it: the ETag in If-Match is not the current one. Read it again, then repeat your change.',
  range_not_satisfiable: 'The range is outside the file, which has 48213 bytes.',
  inconsistent_log: errorText('api.logInconsistent', { size: 41_207 }),
  rate_limited: 'Too many requests. Try again in 12 s.',
  internal_error: 'Something went wrong on our side. Please quote the request id if you contact us.',
  unavailable: errorText('refusals.tooManyDocumentsAtOnce'),
  storage_full: errorText('failures.storageFull'),
}

/** The other members of the example of an error code. */
const exampleDetails: Partial<Record<ErrorCode, ConstructorParameters<typeof AppError>[2]>> = {
  validation_error: { errors: { 'signers.0.email': [errorText('values.mustBeEmailAddress')] } },
  invalid_state: { current_status: 'sent' },
  insufficient_scope: { required_scope: 'documents:write' },
  quota_exceeded: { quota: 'documents', limit: 100, used: 100, resets_at: '2027-01-01T00:00:00.000Z' },
  invalid_code: { attempts_left: 4 },
  second_factor_required: {
    challenge: 'mV2kq0Z7pXn4w1yB5cD8eF3gH6jL9tRs',
    methods: ['totp', 'recovery_code'],
  },
  sso_required: { sign_in_url: 'https://sign.example.com/login/4f0c9d1be27a66d3' },
}

/** A header with a text. */
const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
})
/** A header with a number. */
const countHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
})

/** The components that operations reference by name. */
export const components: ZodOpenApiComponentsObject = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key (`psk_live_…`, `psk_test_…`) or an access token, in `Authorization: Bearer …`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A unique text of your choice, up to 255 characters. For 24 hours the same request with the same key gets the stored first response and has no further effect; errors caused by the request itself (400, 404, 409, an exceeded quota) are stored too. If the request was executed but its response was lost in a failure on our side, a retry gets 409 with the `current_status` `carried_out`. Without a credential, responses are stored per client address, and errors are not stored. A response of `POST /verify` and of the paths below it is not stored but made again.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` that you read. If the record was changed since, nothing is changed and the response is 412 `precondition_failed`. Without it the last change wins. Operations that do not list this header ignore it, such as those of a signer, which has no `ETag`.',
      schema: { type: 'string' },
      example: '"9f86d081884c7d65"',
    },
  },
  headers: {
    'X-Request-Id': textHeader('Identifies this request in our logs.', 'req_8t1n5yqz2v6m'),
    'X-RateLimit-Limit': countHeader('Requests allowed per minute.', 300),
    'X-RateLimit-Remaining': countHeader('Requests left in the current minute.', 299),
    'X-RateLimit-Reset': countHeader('Seconds until requests are available again.', 12),
    'Retry-After': countHeader('Seconds to wait.', 12),
    Location: textHeader('URL of the new record.', 'https://paraph.example/api/v1/documents/7'),
    ETag: textHeader(
      'The version: send it back in `If-None-Match` for a file, in `If-Match` for a change.',
      '"9f86d081884c7d65"',
    ),
    'Content-Disposition': textHeader('The file’s name.', 'attachment; filename="lease-signed.pdf"'),
    'Accept-Ranges': textHeader(
      'Byte ranges are supported; absent for files generated while they are sent.',
      'bytes',
    ),
    'Content-Range': textHeader('The range that is sent, and the size of the file.', 'bytes 0-1023/48213'),
    'WWW-Authenticate': textHeader('With `unauthenticated`.', 'Bearer'),
    Allow: textHeader('The methods of this path.', 'GET, HEAD, OPTIONS'),
    'Idempotent-Replayed': {
      description: 'Present if this is the stored response of an earlier request.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  examples: Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: errorBody(new AppError(code, exampleTexts[code], exampleDetails[code]), 'req_8t1n5yqz2v6m'),
      },
    ]),
  ),
}

/** References to headers by name. */
export function headersNamed(...names: (string | false)[]) {
  return Object.fromEntries(
    names.filter((name) => name !== false).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
