import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { ByLinkToken, CodeSentShape, VisitorAddressInput } from '#lib/templates/visits/schema'
import { sendVisitorCode } from '#lib/templates/visits/send-code'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Send a visitor of a reusable link a code',
    description:
      'To the address, which the code proves. It is valid for 10 minutes and has 5 attempts; after 30 seconds it can be sent again. By a closed link a code is sent only to those who have begun; the answer is the same for every address.',
    tag: 'Signing',
    permission: 'public',
    addressLimit: 'signing',
    params: ByLinkToken,
    body: VisitorAddressInput,
    response: plainJson(CodeSentShape),
    handler: (requestMeta, { params, body }) => sendVisitorCode(requestMeta, params.token, body),
  }),
})
