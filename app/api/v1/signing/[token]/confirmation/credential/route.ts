import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { chooseCredential } from '#lib/signing/confirmation/choose'
import { CredentialChoice } from '#lib/signing/confirmation/schema'
import { ByToken, SigningShape } from '#lib/signing/schema'
import { viewSigning } from '#lib/signing/view'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: route({
    summary: 'Choose a certificate',
    description:
      'After `sign`, where the signer has several certificates at the remote signing service (`confirmation.state` is `choose`, or `confirmation.credentials` has others): the signature is prepared with this one, and then confirmed.',
    tag: 'Signing',
    permission: 'signer',
    linkLimit: 'confirmation',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: CredentialChoice,
    response: item(SigningShape),
    handler: async (ctx, { body }) => {
      await chooseCredential(ctx, body)
      return viewSigning(ctx)
    },
  }),
})
