import { IdParams } from '#lib/http/request/body'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createEditorLink } from '#lib/processes/links/editor-link'
import { EditorLinkInput, FrameLinkShape } from '#lib/processes/links/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Get a link that shows the editor of a draft in a frame',
    description:
      'For the `src` of a frame, or of `<paraph-editor>`, on a page of one of the `embed_origins` of the account: it works once, within ten minutes, and needs no cookies. It gives no other rights than to see this draft with its documents and signers, to place its fields, and to send it if `finish` is `send`. A reload of the frame goes on for twelve hours, while the process is a draft. Needs an API key with the scopes `signing-links`, `documents:read`, `processes:read` and `processes:write`; the audit trail says that the link was created.',
    tag: 'Signature processes',
    permission: 'process.disclose_link',
    refusals: ['invalid_state', 'email_not_confirmed'],
    params: IdParams,
    body: EditorLinkInput,
    response: item(FrameLinkShape),
    handler: (ctx, { params, body }) => createEditorLink(ctx, params.id, body.finish),
  }),
})
