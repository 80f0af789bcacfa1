import { z } from 'zod'
import type { ZodOpenApiComponentsObject } from 'zod-openapi'
import type { ErrorCode } from '#lib/core/errors'
import { scopes } from '#lib/core/roles'
import { statusOf } from '../http/error-response.ts'

const codes = Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]

/** The one body of every refusal. */
export const ErrorShape = z
  .object({
    error: z.object({
      code: z.enum(codes),
      message: z.string().meta({ description: 'For people; may change.' }),
      errors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({ description: 'Messages by field, the field in dot form: `signers.0.email`.' }),
      reason: z.string().optional().meta({
        description:
          'Why a file was not taken: `too_large`, `not_pdf`, `encrypted`, `xfa`, `corrupt`, `too_many_pages`, `certified`, `active_content` (by a setting of the tenant), `unsealable` (signed for trial at send, and not valid in the end; the message says why); or, at a ceremony, `otp_required`.',
      }),
      current_status: z.string().optional().meta({
        description:
          'With `invalid_state`: of the record itself, or, where `errors` names fields of the body, of what the first of them names.',
      }),
      required_scope: z.enum(scopes).optional().meta({ description: 'With `insufficient_scope`.' }),
      quota: z.string().optional().meta({ description: 'With `quota_exceeded`, and the three below.' }),
      limit: z.int().optional(),
      used: z.int().optional(),
      resets_at: z.iso.datetime().optional(),
      attempts_left: z.int().optional().meta({ description: 'With `invalid_code`.' }),
      request_id: z.string().meta({
        description:
          'Also in `X-Request-Id`; quote it when you ask us. Of a refusal that is given again: that of the first request.',
      }),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every answer that is a refusal.' })

const messages: Record<ErrorCode, string> = {
  validation_error: 'The given data is not valid.',
  invalid_json: 'The body is not valid JSON.',
  invalid_code: 'Incorrect code.',
  idempotency_key_reuse: 'This Idempotency-Key was used with another request.',
  unauthenticated: 'The access token or API key is missing or not known.',
  invalid_credentials: 'The email address or the password is wrong.',
  token_expired: 'The access token has expired. Refresh it or sign in again.',
  token_revoked: 'The access token was revoked or replaced.',
  api_key_expired: 'The API key has expired.',
  forbidden: 'You are not allowed to do this.',
  insufficient_scope: 'The key lacks the scope documents:write.',
  ip_not_allowed: 'The API key does not work from this address.',
  reauthentication_required:
    'This needs your password again: it was last given more than 15 minutes ago. Send it to POST /api/v1/auth/reauthenticate.',
  email_not_confirmed:
    'Nothing is mailed to others before your email address is confirmed. Follow the link that was mailed to it, or get another one from POST /api/v1/auth/resend-confirmation.',
  quota_exceeded: 'Monthly quota exceeded: 100 of 100 documents used. It resets on 2027-01-01.',
  not_found: 'The resource does not exist.',
  method_not_allowed: 'Method not allowed. Allowed: GET, HEAD, OPTIONS.',
  invalid_state: 'Only a draft can be sent.',
  idempotency_in_flight: 'A request with this Idempotency-Key is still running.',
  range_not_satisfiable: 'The range lies outside the file, which has 48213 bytes.',
  rate_limited: 'Too many requests. Try again in 12 s.',
  internal_error: 'Something went wrong on our side. Quote the request id when you ask us.',
  unavailable: 'Too many documents are being worked on. Try again shortly.',
  storage_full:
    'The storage of this installation is full and nothing was saved. Its operator must free space.',
}

const details: Partial<Record<ErrorCode, object>> = {
  validation_error: { errors: { 'signers.0.email': ['Must be an email address.'] } },
  invalid_state: { current_status: 'sent' },
  insufficient_scope: { required_scope: 'documents:write' },
  quota_exceeded: { quota: 'documents', limit: 100, used: 100, resets_at: '2027-01-01T00:00:00.000Z' },
  invalid_code: { attempts_left: 4 },
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
})
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
})

/** What operations refer to by name. */
export const components: ZodOpenApiComponentsObject = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key (`psk_live_…`, `psk_test_…`) or the access token of a login, in `Authorization: Bearer …`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Any text of yours, up to 255 characters. For 24 hours the same key with the same request gets the first answer again and does nothing; a refusal of what was asked for (400, 404, 409, a quota that is used up) is an answer too. What was carried out, and has lost its answer in a failure on our side, is a 409 with the `current_status` `carried_out`. Without a credential the answer is kept by the address that you come from, and refusals are not.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    'X-Request-Id': text('Names this request in our logs.', 'req_8t1n5yqz2v6m'),
    'X-RateLimit-Limit': count('Requests a minute.', 300),
    'X-RateLimit-Remaining': count('How many of them are left in this minute.', 299),
    'X-RateLimit-Reset': count('Seconds until there is something left again.', 12),
    'Retry-After': count('Seconds to wait.', 12),
    Location: text('Address of the new record.', 'https://paraph.example/api/v1/documents/7'),
    ETag: text('Validator of the bytes: send it back in `If-None-Match`.', '"9f86d081884c7d65"'),
    'Content-Disposition': text('The file’s name.', 'attachment; filename="lease-signed.pdf"'),
    'Accept-Ranges': text(
      'Ranges of the file may be asked for; absent for what is put together as it is sent.',
      'bytes',
    ),
    'Content-Range': text('Which bytes of how many.', 'bytes 0-1023/48213'),
    'WWW-Authenticate': text('With `unauthenticated`.', 'Bearer'),
    Allow: text('The methods this path takes.', 'GET, HEAD, OPTIONS'),
    'Idempotent-Replayed': {
      description: 'Present when this is the saved answer of an earlier request.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
  responses: {
    MethodNotAllowed: {
      description: 'What every path answers to a method it does not take: `method_not_allowed`.',
      headers: { Allow: { $ref: '#/components/headers/Allow' } },
      content: { 'application/json': { schema: ErrorShape } },
    },
  },
  examples: Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: {
          error: { code, message: messages[code], ...details[code], request_id: 'req_8t1n5yqz2v6m' },
        },
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
