import { z } from 'zod'
import { emailAddress } from '#lib/core/email/email-address'
import { signerLocales } from '#lib/core/locales'
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
    status: z.enum(linkStatuses).meta({ example: 'active' }),
    name: z.string().meta({ description: 'The name of the template.', example: 'Lease' }),
    sender: SigningShape.shape.process.shape.sender,
    tenant: SigningShape.shape.tenant,
    test_mode: z.boolean(),
  })
  .meta({ id: 'LinkVisit', description: 'What a visitor of a reusable link sees first.' })
export type LinkVisitRecord = z.infer<typeof LinkVisitShape>

const email = emailAddress().toLowerCase()

export const VisitorInput = z
  .object({
    name: SignerInput.shape.name,
    email,
    locale: z
      .enum(signerLocales)
      .default('en')
      .meta({ description: 'The language of the emails and of the signing page.', example: 'en' }),
  })
  .meta({ id: 'LinkVisitor', description: 'Who a visitor of a reusable link says they are.' })
export type VisitorInput = z.output<typeof VisitorInput>

export const VisitorCodeInput = z
  .object({ email, code: z.string().max(20).meta({ description: 'The six digits.', example: '482915' }) })
  .meta({ id: 'LinkVisitorCode', description: 'The code that proves the address of a visitor.' })
export type VisitorCodeInput = z.output<typeof VisitorCodeInput>

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
