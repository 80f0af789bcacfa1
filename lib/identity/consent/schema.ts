import { z } from 'zod'
import { Instant, RecordId } from '#lib/core/shapes'
import { issueMessage } from '#lib/core/zod-messages'
import {
  CONSENT_MAX_CHARACTERS,
  CONSENT_MIN_CHARACTERS,
  type ConsentLocale,
  consentLocales,
} from './limits.ts'

/** A tag, a comment or a frequent character reference of HTML. */
const HTML = /<[a-z/!][^<>]*>|&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp);/i

const lengthError = issueMessage('identity.textLength', {
  min: CONSENT_MIN_CHARACTERS,
  max: CONSENT_MAX_CHARACTERS,
})

const ConsentText = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .min(CONSENT_MIN_CHARACTERS, lengthError)
      .max(CONSENT_MAX_CHARACTERS, lengthError)
      .refine((text) => !HTML.test(text), issueMessage('identity.htmlNotRendered')),
  )
  .nullable()
  .optional()
  .meta({ example: 'I agree to sign these documents electronically.' })

const forEachLocale = <Shape>(shape: Shape) =>
  Object.fromEntries(consentLocales.map((locale) => [locale, shape])) as Record<ConsentLocale, Shape>

/** The tenant's own texts in `PATCH /account`. */
export const consentInput = z
  .strictObject(forEachLocale(ConsentText))
  .optional()
  .meta({
    description:
      'Your own consent text by language; `all` is for languages without one. Each change is a new version; null returns to `all`, or to the default text. Plain text, each line a paragraph.',
    example: { en: 'I agree to sign these documents electronically.' },
  })
export type ConsentChange = NonNullable<z.output<typeof consentInput>>

/** The tenant's own texts in the account. */
export const consentsShape = z.object(forEachLocale(z.string().nullable())).meta({
  description: 'Your own consent text by language; null where there is none. See `GET /account/consents`.',
  example: { ...forEachLocale(null), en: 'I agree to sign these documents electronically.' },
})

/** The text on the signing page. */
export const ShownConsentShape = z.object({
  version: z.string().meta({ example: '2026-11-30-en' }),
  text: z.string().meta({
    description: 'Plain text, each line a paragraph.',
    example: 'I agree to sign electronically.',
  }),
})

/** The path parameter of one version. */
export const ConsentParams = z.object({ version: z.string().max(50).meta({ example: '2026-11-30-en' }) })

export const ConsentShape = z
  .object({
    version: z.string().meta({
      description: 'Your own texts are numbered; a default text is named by its date and language.',
      example: '3',
    }),
    locale: z.string().meta({ description: 'The language, or `all`.', example: 'en' }),
    text: z.string().nullable().meta({
      description: 'Null for a version that ended your own text.',
      example: 'I agree to sign these documents electronically.',
    }),
    sha256: z.string().nullable().meta({
      description: 'Of the text in UTF-8, as in the trail and the certificate of completion.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    current: z.boolean().meta({ description: 'Whether it is the latest of its language.', example: true }),
    created_by: z
      .object({ id: RecordId, name: z.string().meta({ example: 'Ada Lovelace' }) })
      .nullable()
      .meta({ description: 'Null for a default text.' }),
    created_at: Instant.nullable().meta({ example: '2026-11-21T09:30:00Z' }),
  })
  .meta({ id: 'Consent' })
export type ConsentRecord = z.infer<typeof ConsentShape>

/** The query parameters of the list, without paging. */
export const ConsentFilters = z.object({
  locale: z.enum(consentLocales).optional(),
  sort: z.enum(['version', '-version']).default('-version'),
})
export type ConsentQuery = z.output<typeof ConsentFilters> & { page: number; per_page: number }
