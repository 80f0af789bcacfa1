import { multipart } from '#lib/http/request/multipart'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { StatusQuery, StatusShape, VerificationShape } from '#lib/signing/verify/schema'
import { getFileStatus } from '#lib/signing/verify/status'
import { verifyFile } from '#lib/signing/verify/verify'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the status of a file by its hash',
    description:
      'Whether a file with this hash was completed here, without the file: the certificate of completion has a link to the page that shows it. Names of signers need the file itself.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'verify',
    query: StatusQuery,
    response: item(StatusShape),
    handler: (_requestMeta, { query }) => getFileStatus(query.sha256),
  }),
  POST: route({
    summary: 'Verify the signatures of a PDF',
    description:
      'Reports every signature, what it covers, and what was changed after it. A package (a ZIP of several files) is rejected as `not_pdf`: verify each PDF of it. A file that needs a password is rejected as `encrypted`. The file is not stored. Signatures are judged for 20 seconds: those that are left are counted in `not_judged`, and the file is not `valid`. A file whose content would inflate to too much memory is rejected as `corrupt`. 503 where the verification needs too much memory, or takes more than 30 seconds of processor time or a minute in all: a file that gets it a second time needs too much itself. This path has its own rate limit per client address, and files from different addresses are processed in turn.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'verify',
    changesNothing: true,
    body: multipart(),
    response: item(VerificationShape),
    handler: (requestMeta, { body }) => verifyFile(body.file, requestMeta),
  }),
})
