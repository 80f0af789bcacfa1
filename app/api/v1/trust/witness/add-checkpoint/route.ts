import { addCheckpoint } from '#lib/audit/witness/add-checkpoint'
import { textBody } from '#lib/http/request/text-body'
import { witnessResponse } from '#lib/http/response/witness-response'
import { methods, route } from '#lib/http/route'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Have the checkpoint of another log cosigned',
    description:
      'This installation as a witness (C2SP tlog-witness) of the logs of others that its operator names. The body has the line `old` with the size of the checkpoint that it cosigned last, the hashes of the consistency proof from there in base64, an empty line and the signed checkpoint. The response is the cosignature (C2SP tlog-cosignature), or 409 with the size of the checkpoint that was cosigned last, where the request begins at another one. 404: it does not witness this log; 403: the log has not signed the checkpoint; 422: the log was rewritten. The key of the witness is `witness.verifier_key` of `GET /trust`. This path has its own rate limit per client address.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'trust',
    refusals: ['forbidden', 'not_found', 'inconsistent_log'],
    body: textBody('old 0\n\nsign.example.com/api/v1/trust/log\n…'),
    response: witnessResponse(),
    handler: (ctx, { body }) => addCheckpoint(body, ctx.now),
  }),
})
