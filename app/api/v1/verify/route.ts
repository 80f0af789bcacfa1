import { multipart } from '#lib/http/multipart'
import { item } from '#lib/http/response'
import { methods, route } from '#lib/http/route'
import { VerificationShape } from '#lib/signing/schema'
import { verifyFile } from '#lib/signing/verify'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Verify the signatures of a PDF',
    description:
      'Every signature, what it covers, what was changed after it; the file is not kept. A file that cannot be judged within 10 seconds and reasonable memory is refused as `corrupt`. Counts against a limit per address of its own, and files of one address take turns with those of others.',
    tag: 'Verification',
    action: 'public',
    addressLimit: 'verify',
    body: multipart(),
    response: item(VerificationShape),
    handler: (visit, { body }) => verifyFile(body.file, visit.address ?? ''),
  }),
})
