import { z } from 'zod'

export const SigningLinkShape = z
  .object({ url: z.url().meta({ example: 'https://paraph.example/sign/q8ZrX2mV…' }) })
  .meta({ id: 'SigningLink', description: 'Only the signer should have it.' })
export type SigningLinkRecord = z.infer<typeof SigningLinkShape>
