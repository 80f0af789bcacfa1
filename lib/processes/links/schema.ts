import { z } from 'zod'
import { Instant } from '#lib/core/shapes'

export const SigningLinkShape = z
  .object({ url: z.url().meta({ example: 'https://paraph.example/sign/q8ZrX2mV…' }) })
  .meta({ id: 'SigningLink', description: 'Only the signer should have it.' })
export type SigningLinkRecord = z.infer<typeof SigningLinkShape>

export const FrameLinkShape = z
  .object({
    url: z.string().meta({
      description: 'For the `src` of a frame; it works once.',
      example: 'https://sign.example.com/embed/q8ZrX2mVb7nKc5Tg',
    }),
    expires_at: Instant,
  })
  .meta({ id: 'FrameLink', description: 'A link that shows one of our pages in a frame of another product.' })
export type FrameLinkRecord = z.infer<typeof FrameLinkShape>

export const EditorLinkInput = z
  .object({
    finish: z.enum(['send', 'done']).default('done').meta({
      description:
        'How the editor ends: it sends the draft, or tells the page around it that the fields are placed.',
      example: 'send',
    }),
  })
  .meta({ id: 'EditorLink', description: 'How an editor in a frame ends.' })
