import type { z } from 'zod'
import { type FileResult, file, item, type ResponseSpec } from './response.ts'

/** One record as JSON, or as a file of one of the media types; the operation decides by what it returns. */
export function itemOrFile<S extends z.ZodObject>(
  schema: S,
  ...media: string[]
): ResponseSpec<z.input<S> | FileResult> {
  const record = item(schema)
  return {
    ...record,
    media,
    others: file().others,
    // A file has no body as a value: only `respond` gets one.
    present: (result, url) => record.present?.(result as z.input<S>, url),
    respond: (result, request) =>
      'contentType' in result && 'body' in result
        ? file().respond(result as FileResult, request)
        : record.respond(result as z.input<S>, request),
  }
}

/** Whether a request asks for PDF: by `?format=pdf`, or by an Accept that names it and not JSON. */
export function wantsPdf(request: Request, format: string | undefined): boolean {
  if (format) return format === 'pdf'
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/pdf') && !accept.includes('json')
}
