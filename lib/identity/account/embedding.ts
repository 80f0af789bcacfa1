import { z } from 'zod'
import { issueMessage } from '#lib/core/zod-messages'

/** The session of a frame names them all in its URL. */
const MAX_ORIGINS = 10
const MAX_CHARACTERS = 120
/** A host without wildcard, and without what separates sources and directives of a Content-Security-Policy. */
const SECURE = /^https:\/\/[a-z0-9.-]+(:\d+)?$/
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** An origin in the form in which browsers compare it (RFC 6454, 6.2). Over http, only for pages of one's own machine. */
const Origin = z
  .string()
  .max(MAX_CHARACTERS)
  .transform((text) => URL.parse(text.trim())?.origin ?? '')
  .refine((origin) => SECURE.test(origin) || LOCAL.test(origin), issueMessage('identity.mustBeOrigin'))

const description = 'Origins of pages that may show signing pages, and editors of drafts, in a frame.'
const example = ['https://app.example.com']

/** The member of the account that decides who may embed our pages. */
export const embeddingShape = {
  embed_origins: z.array(z.string()).meta({ description, example }),
}

/** The same member as input of `PATCH /account`. */
export const embeddingInput = {
  embed_origins: z
    .array(Origin)
    .max(MAX_ORIGINS)
    .transform((origins) => [...new Set(origins)])
    .optional()
    .meta({ description: `${description} At most ${MAX_ORIGINS}; https, or http for localhost.`, example }),
}
