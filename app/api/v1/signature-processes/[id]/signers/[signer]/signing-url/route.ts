import { Id, IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { FrameLinkShape } from '#lib/processes/links/schema'
import { createFrameLink } from '#lib/signing/frame/frame-link'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Get a link that shows the signing page in a frame',
    description:
      'For the `src` of a frame, or of `<paraph-sign>`, on a page of one of the `embed_origins` of the account: it works once, within ten minutes, and needs no cookies. A reload of the frame stays signed in for twelve hours. Needs an API key with the scope `signing-links`; the audit trail says that the link was disclosed.',
    tag: 'Signature processes',
    permission: 'process.disclose_link',
    refusals: ['invalid_state'],
    params: IdParams.extend({ signer: Id }),
    response: item(FrameLinkShape),
    handler: (ctx, { params }) => createFrameLink(ctx, params.id, params.signer),
  }),
})
