import { z } from 'zod'
import { Instant } from '#lib/core/shapes'

export const InPersonShape = z
  .object({
    url: z.string().meta({
      description:
        'The page to show on the device of the host. Only the browser that opens it first can use it: with cookies, and until the host signs in there, changes the password or signs out everywhere else.',
      example: 'https://sign.example.com/sign/in-person/q8ZrX2mVb7nKc5Tg',
    }),
    expires_at: Instant,
  })
  .meta({ id: 'InPersonSigning', description: 'Where signers sign in person, one after the other.' })
export type InPersonRecord = z.infer<typeof InPersonShape>
