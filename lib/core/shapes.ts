import { z } from 'zod'
import { signatureKinds } from './signature-kinds.ts'
import { issueMessage } from './zod-messages.ts'

const MAX_PER_PAGE = 100

/** The id of a record. */
export const RecordId = z.int().meta({ example: 7 })

/** How many records a page of a list has. */
export const PerPage = z.coerce
  .number()
  // `int()` would refuse numbers above the safe integers; here they count as the maximum.
  .refine(Number.isInteger, issueMessage('values.mustBeWholeNumber'))
  .min(1)
  .transform((value) => Math.min(value, MAX_PER_PAGE))
  .default(15)
  // zod-openapi cannot derive the limits from a transformed schema.
  .meta({
    description: 'Records per page, 1 to 100; higher values count as 100.',
    override: { type: 'integer', minimum: 1, default: 15 },
  })

/** The order of a list that has no other than that of creation. */
export const CreationOrder = z.object({ sort: z.enum(['created_at', '-created_at']).default('-created_at') })
/** The query of such a list, with paging. */
export type CreationQuery = z.output<typeof CreationOrder> & { page: number; per_page: number }

/** A time in UTC, ISO 8601. */
export const Instant = z.iso.datetime().meta({ example: '2026-11-21T09:30:00Z' })

const notDateTime = issueMessage('identity.notDateTime')
/** An instant in a request, such as `expires_at`, whose year in UTC has four digits as the database stores it. */
export const InstantInput = z.iso
  .datetime({ offset: true, error: notDateTime, abort: true })
  .refine((text) => /^(?!0000)\d{4}-/.test(new Date(text).toISOString()), notDateTime)

/** Whether the database has the instant, and the day after it, with four digits of the year. */
export const isStorableTime = (time: string | number) =>
  new Date(time) >= new Date('0001-01-02') && new Date(time) < new Date('9999-01-01')

/** A day in a request. */
export const Day = z.iso
  .date({ error: issueMessage('values.mustBeDateLike', { example: '2026-01-31' }), abort: true })
  .refine(isStorableTime, issueMessage('values.mustBeDateLike', { example: '2026-01-31' }))

const mustBeTime = issueMessage('values.mustBeDateLike', { example: '2026-11-21T09:30:00Z' })
/** A day (UTC) or an instant in a request. */
export const DayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: mustBeTime })
  .refine(isStorableTime, mustBeTime)

/** The id of a record in a request. */
export const RecordIdInput = z.int().positive().meta({ example: 7 })

/** Any JSON value. */
export const JsonValue = z
  .custom<unknown>((value) => value !== undefined)
  .meta({ description: 'Any JSON value.' })

/** The kinds of signatures that signers may make. */
export const SignatureKinds = z
  .array(z.enum(signatureKinds))
  .min(1)
  .refine((kinds) => new Set(kinds).size === kinds.length, issueMessage('api.kindListedTwice'))
  .meta({ example: ['drawn', 'typed'] })

/** What an error is made of, for those who show it in another language. */
export const ErrorDetailShape = z
  .object({
    key: z.string().meta({
      description:
        'The name of the text; it stays when the wording changes. For a text without a name the `reason` or the `code`.',
      example: 'failures.connectionRefused',
    }),
    values: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])).meta({
      description: 'The values in the text; a reason that has a name itself is `{key, values}` again.',
      example: {},
    }),
  })
  .meta({ id: 'ErrorDetail', description: 'What a message is made of, for translations.' })

/** What the member `name` of a record, an error, is made of. */
export function makeErrorDetailShape(name: string) {
  const description = `What \`${name}\` is made of, for translations; null without one.`
  return ErrorDetailShape.nullable().meta({ description, example: null })
}
