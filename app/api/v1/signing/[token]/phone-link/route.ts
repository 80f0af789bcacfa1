import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { createPhoneLink } from '#lib/signing/phone/phone-link'
import { ByToken, PhoneLinkShape } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Go on by phone',
    description:
      'A link, for a QR code, that opens the signing session on a phone: once, within ten minutes. The phone confirms a code of its own where the process requires one; what is filled in there is in `draft`.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    response: item(PhoneLinkShape),
    handler: (ctx, { params }) => createPhoneLink(ctx, params.token),
  }),
})
