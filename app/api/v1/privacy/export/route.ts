import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { requestExport } from '#lib/privacy/request'
import { PersonInput, PrivacyRequestShape } from '#lib/privacy/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Export the data of a person',
    description:
      'Collects in the background what is found by the exact address, in live and test mode: signers with their values and consents, signed and added files, addresses and times of emails, lists, user and sessions, and the events of the audit trail. The ZIP can be downloaded for 30 days. While an export of the address runs, that one is returned.',
    tag: 'Privacy',
    permission: 'privacy.export',
    body: PersonInput,
    response: item(PrivacyRequestShape, {
      status: 201,
      location: ({ id }) => `/api/v1/privacy/requests/${id}`,
    }),
    handler: (ctx, { body }) => requestExport(ctx, body),
  }),
})
