import { getCheckpoint } from '#lib/audit/log/published'
import { file } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the checkpoint of the transparency log',
    description:
      'The state of the append-only log to which the heads of all audit trails are appended: a signed note (C2SP tlog-checkpoint) with the size, the root hash (RFC 9162) and the signature of the log. The key that verifies it is `log.verifier_key` of `GET /trust`. This path has its own rate limit per client address.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'trust',
    response: file('text/plain'),
    handler: async () => ({
      body: Buffer.from(await getCheckpoint()),
      contentType: 'text/plain; charset=utf-8',
      filename: 'checkpoint',
      disposition: 'inline' as const,
    }),
  }),
})
