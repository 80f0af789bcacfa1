import { z } from 'zod'
import { findNearestSignerLocale, signerLocales } from '#lib/core/locales'
import { multipart } from '#lib/http/request/multipart'
import { itemOrFile, wantsPdf } from '#lib/http/response/item-or-file'
import { methods, route } from '#lib/http/route'
import { EtsiReportShape } from '#lib/signing/verify/etsi-report'
import { printReportOnFile, reportOnFile } from '#lib/signing/verify/report'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Get the validation report on a PDF',
    description:
      'What `POST /verify` finds, as a report with the structure of ETSI TS 119 102-2 in JSON, or as a PDF with `Accept: application/pdf` or `format=pdf`. The file is not stored.',
    tag: 'Verification',
    permission: 'public',
    addressLimit: 'verify',
    changesNothing: true,
    query: z.object({
      format: z.enum(['json', 'pdf']).optional(),
      locale: z.enum(signerLocales).optional().meta({ description: 'The language of the PDF.' }),
    }),
    body: multipart(),
    response: itemOrFile(EtsiReportShape, 'application/pdf'),
    handler: (requestMeta, { body, query, request }) =>
      wantsPdf(request, query.format)
        ? printReportOnFile(
            body.file,
            requestMeta,
            query.locale ?? findNearestSignerLocale(requestMeta.locale),
          )
        : reportOnFile(body.file, requestMeta),
  }),
})
