import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import type { z } from 'zod'
import { env } from '#lib/core/env'
import { AppError, validationError } from '#lib/core/errors'
import { type Staged, stageStream } from '#lib/storage/stage'

/** A file part, already in storage but not kept until the verb says so. */
export interface Upload extends Staged {
  filename: string
  mimeType: string
}

/** A multipart body: its text parts, and its one file part. */
export interface Form {
  fields: Record<string, string>
  file: Upload | null
}

/** Marks a route's body as multipart: one file part, and text parts which the verb parses by `fields`. */
export interface MultipartBody {
  multipart: true
  fileField: string
  fields?: z.ZodObject
}

export const multipart = (fileField = 'file', fields?: z.ZodObject): MultipartBody => ({
  multipart: true,
  fileField,
  fields,
})

/** Streams a multipart body: the file goes to staging as it comes, nothing is held whole in memory. */
export async function readForm(
  request: Request,
  tenantId: number,
  { fileField }: MultipartBody,
): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data') || !request.body) {
    throw validationError({ [fileField]: ['Send the file as multipart/form-data.'] })
  }
  const maxBytes = env().maxUploadBytes
  const form: Form = { fields: {}, file: null }
  const staging: Promise<void>[] = []
  const parser = openParser(type, fileField)
  parser.on('field', (name, value) => {
    form.fields[name] = value
  })
  parser.on('file', (name, stream, { filename, mimeType }) => {
    if (name !== fileField || staging.length > 0) return void stream.resume()
    staging.push(
      stageStream(tenantId, stream, { maxBytes }).then((staged) => {
        form.file = { ...staged, filename: filename || 'document.pdf', mimeType }
      }),
    )
  })
  try {
    await parse(Readable.fromWeb(request.body as ReadableStream), parser)
    await Promise.all(staging)
  } catch (error) {
    await Promise.allSettled(staging)
    await form.file?.discard()
    throw error instanceof AppError
      ? error
      : validationError({ [fileField]: ['The upload was cut off or is malformed.'] })
  }
  return form
}

function openParser(type: string, fileField: string) {
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 20, fieldSize: 16 * 1024, parts: 30 },
    })
  } catch {
    throw validationError({ [fileField]: ['The multipart body is malformed.'] })
  }
}

function parse(source: Readable, parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    source.on('error', reject)
    parser.on('error', reject)
    parser.on('close', resolve)
    source.pipe(parser)
  })
}
