import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { askSender } from '#lib/signing/help/ask'
import { ByToken, QuestionInput } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Ask the sender a question',
    description:
      'An email to the sender, whose reply goes to the signer. At most five an hour; from the signer’s turn on, until the process ends unsigned or is declared void.',
    tag: 'Signing',
    permission: 'signer',
    refusals: ['forbidden', 'invalid_state'],
    params: ByToken,
    body: QuestionInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => askSender(ctx, body),
  }),
})
