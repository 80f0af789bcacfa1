import { multipart } from '#lib/http/request/multipart'
import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { showDifferences } from '#lib/signing/verify/differences'
import { DifferencesShape } from '#lib/signing/verify/differences-schema'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Get pictures of what was changed after each signature',
    description:
      'The pages that look different from one revision to the next, before and after, with the changed areas. At most 30 pages are drawn, those of the newest revisions first. The file is not stored.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'verify',
    changesNothing: true,
    body: multipart(),
    response: item(DifferencesShape),
    handler: (requestMeta, { body }) => showDifferences(body.file, requestMeta),
  }),
})
