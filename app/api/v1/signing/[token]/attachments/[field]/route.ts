import { Id } from '#lib/http/request/body'
import { multipart } from '#lib/http/request/multipart'
import { item, noContent } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { AttachmentShape } from '#lib/processes/fields/attachment-schema'
import { addAttachment, removeAttachment } from '#lib/signing/attachments/attach'
import { ByToken } from '#lib/signing/schema'

const common = {
  tag: 'Signing',
  permission: 'signer',
  addressLimit: 'address',
  linkLimit: 'attachment',
  refusals: ['forbidden', 'invalid_state'],
  params: ByToken.extend({ field: Id.meta({ description: 'The id of the field.' }) }),
} as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    ...common,
    refusals: [...common.refusals],
    summary: 'Add the file of an attachment field',
    description:
      'A PDF, PNG or JPEG, checked as an uploaded document is; `open` first. It takes the place of a file that was added before. The sender gets it with the signature. At most 60 requests a minute per link.',
    body: multipart(),
    response: item(AttachmentShape, { status: 201 }),
    handler: (ctx, { params, body }) => addAttachment(ctx, params.field, body),
  }),
  DELETE: route({
    ...common,
    refusals: [...common.refusals],
    summary: 'Remove the file of an attachment field',
    description: 'Until the signer signs.',
    response: noContent(),
    handler: (ctx, { params }) => removeAttachment(ctx, params.field),
  }),
})
