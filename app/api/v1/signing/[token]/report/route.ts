import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { MessageShape } from '#lib/identity/schema'
import { reportAbuse } from '#lib/signing/help/report'
import { ByToken, ReportInput } from '#lib/signing/schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Report abuse',
    description:
      'An email to the administrator of the installation, not to the sender. Also before the one-time code, and after the process has ended. At most three an hour.',
    tag: 'Signing',
    permission: 'signer',
    params: ByToken,
    body: ReportInput,
    response: plainJson(MessageShape),
    handler: (ctx, { body }) => reportAbuse(ctx, body),
  }),
})
