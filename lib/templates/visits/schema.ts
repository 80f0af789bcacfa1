import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { signerLocales } from '#lib/core/locales'
import { MessageShape } from '#lib/identity/schema'
import { SignerInput } from '#lib/processes/input'
import { SigningShape } from '#lib/signing/schema'
import { linkStatuses } from '../links/rules.ts'

/** The path parameter of the routes of visitors. */
export const ByLinkToken = z.object({
  token: z.string().max(100).meta({
    description: 'The last part of the `url` of a reusable link.',
    example: 'q8ZrX2mVb7nKc5TgYh1LwP',
  }),
})

export const LinkVisitShape = z
  .object({
    status: z.enum(linkStatuses).meta({
      description:
        '`unavailable` while its maker may send nothing, such as after their organisation was suspended, and while the template does not fit it.',
      example: 'active',
    }),
    name: z.string().meta({ description: 'The name of the template.', example: 'Lease' }),
    sender: SigningShape.shape.process.shape.sender,
    tenant: SigningShape.shape.tenant,
    test_mode: z.boolean(),
  })
  .meta({ id: 'LinkVisit', description: 'What a visitor of a reusable link sees first.' })
export type LinkVisitRecord = z.infer<typeof LinkVisitShape>

export const VisitorAddressInput = z
  .object({
    email: emailAddress().toLowerCase(),
    locale: z
      .enum(signerLocales)
      .default('en')
      .meta({ description: 'The language of the emails and of the signing page.', example: 'en' }),
  })
  .meta({ id: 'LinkVisitorAddress', description: 'Where a visitor of a reusable link gets the code.' })
export type VisitorAddressInput = z.output<typeof VisitorAddressInput>

export const CodeSentShape = MessageShape.extend({
  status: z.enum(linkStatuses).meta({
    description: 'Of the link. By one that is not `active` only those who have begun before get a code.',
    example: 'active',
  }),
}).meta({ id: 'LinkCodeSent', description: 'What the request for a code did, the same for every address.' })
export type CodeSent = z.infer<typeof CodeSentShape>

export const VisitorInput = VisitorAddressInput.extend({
  name: SignerInput.shape.name.meta({
    description: 'Not used when the address has a process already.',
    example: 'Ada Lovelace',
  }),
  code: z.string().max(20).meta({ description: 'The six digits.', example: '482915' }),
}).meta({
  id: 'LinkVisitor',
  description: 'Who a visitor of a reusable link is, with the code that proves their address.',
})
export type VisitorInput = z.output<typeof VisitorInput>

export const BegunShape = z
  .object({
    data: z.object({
      url: z.url().meta({
        description: 'The signing page of the visitor.',
        example: 'https://paraph.example/sign/q8ZrX2…',
      }),
    }),
  })
  .meta({ id: 'BegunByLink', description: 'Where the visitor of a reusable link goes on.' })
