import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { requestErasure } from '#lib/privacy/request'
import { PersonInput, PrivacyRequestShape } from '#lib/privacy/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Erase the data of a person',
    description:
      'Erases in the background what is found by the exact address and is not evidence, in live and test mode. A process that is sent and has not ended, or a user with the address, blocks it: then nothing is erased. Completed processes stay while their documents are in the vault, and so does the audit trail; `kept` lists them with the reason. While an erasure of the address runs, that one is returned.',
    tag: 'Privacy',
    permission: 'privacy.erase',
    body: PersonInput,
    response: item(PrivacyRequestShape, {
      status: 201,
      location: ({ id }) => `/api/v1/privacy/requests/${id}`,
    }),
    handler: (ctx, { body }) => requestErasure(ctx, body),
  }),
})
