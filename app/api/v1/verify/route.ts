import { multipart } from '#lib/http/request/multipart'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { VerificationShape } from '#lib/signing/verify/schema'
import { verifyFile } from '#lib/signing/verify/verify'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Verify the signatures of a PDF',
    description:
      'Reports every signature, what it covers, and what was changed after it. The file is not stored. A file that cannot be verified within 10 seconds and reasonable memory is rejected as `corrupt`. This path has its own rate limit per client address, and files from different addresses are processed in turn.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'verify',
    body: multipart(),
    response: item(VerificationShape),
    handler: (requestMeta, { body }) => verifyFile(body.file, requestMeta),
  }),
})
