import { z } from 'zod'
import { AccountChangeInput } from '#lib/identity/schema'

/** The form as API input: one origin per line. */
export const embeddingForm = z
  .object({ embed_origins: z.string() })
  .transform(({ embed_origins }) => ({ embed_origins: embed_origins.split(/[\s,;]+/).filter(Boolean) }))
  .pipe(AccountChangeInput.pick({ embed_origins: true }).required())
