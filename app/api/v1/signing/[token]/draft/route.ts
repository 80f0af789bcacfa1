import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { saveDraft } from '#lib/signing/draft/save-draft'
import { DraftInput, SavedDraftShape } from '#lib/signing/draft/schema'
import { ByToken } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Save what a signer has filled in',
    description:
      'So that another device goes on: it comes back as `draft`. It is stored encrypted, and deleted when the signer signs, when somebody else takes their place and when the process ends, but 30 days after it has expired, as it may be extended. When the link is replaced for the same address, it is kept for the next link. Replaces all values, or those of the fields in `changed`; the last draft saved counts. At most 60 requests a minute per link.',
    tag: 'Signing',
    permission: 'signer',
    addressLimit: 'address',
    linkLimit: 'draft',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: DraftInput,
    response: item(SavedDraftShape),
    handler: (ctx, { body }) => saveDraft(ctx, body),
  }),
})
