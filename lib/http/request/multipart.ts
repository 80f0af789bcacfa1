import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import type { z } from 'zod'
import { env } from '#lib/core/env'
import { type FieldErrors, throwIfInvalid, validationError } from '#lib/core/errors'
import type { Json } from '#lib/core/json'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import { ignoreUnhandled } from '#lib/core/runtime/promises'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { type StagedFile, stageStream } from '#lib/storage/stage'
import { getBodyStream } from './body.ts'
import { truncateName } from './member-name.ts'

/** A staged file part; the operation stores it or it is discarded. */
export interface Upload extends StagedFile {
  filename: string
  mimeType: string
}

/** A multipart body: its text parts, and its one file part. */
export interface Form {
  fields: Record<string, string>
  file: Upload | null
}

/** Declares a route's body as multipart: one file part, and text parts as in `fields`, which the operation parses. */
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

/**
 * Reads a multipart body; the file is written to staging while it arrives.
 * @throws AppError `validation_error`, also for a repeated part and for a file as another part, which would be lost
 */
export async function readForm(
  request: Request,
  tenantId: number,
  { fileField }: MultipartBody,
): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    throw validationError({ [fileField]: [errorText('api.fileNotMultipart')] })
  }
  const maxBytes = env().maxUploadBytes
  const form: Form = { fields: {}, file: null }
  /** At most one entry, for the file part. */
  const staging: Promise<void>[] = []
  const parser = openParser(type, fileField)
  // An object without a prototype: a part may be called __proto__, or have no name.
  const errors: FieldErrors = Object.create(null)
  const refuse = (name: string, error: ErrorText) => {
    errors[truncateName(name) || 'body'] = [error]
  }
  parser.on('field', (rawName, rawValue) => {
    const name = readUtf8(rawName)
    if (name === fileField) refuse(name, errorText('api.partWithoutFilename'))
    if (Object.hasOwn(form.fields, name)) refuse(name, errorText('api.repeatedPart'))
    // Of a charset that is not known here.
    if (rawValue === undefined) refuse(name, errorText('values.containsNonText'))
    form.fields[name] = readUtf8(rawValue)
  })
  parser.on('file', (rawName, stream, { filename, mimeType }) => {
    const name = readUtf8(rawName)
    if (name !== fileField || staging.length > 0) {
      const isRepeated = name === fileField
      const other = errorText('api.otherFilePart', { name: fileField })
      refuse(name, isRepeated ? errorText('api.repeatedPart') : other)
      // It is read to its end, also when it breaks off.
      return void stream.on('error', () => {}).resume()
    }
    const stagingFile = stageFile(tenantId, stream, maxBytes).then((staged) => {
      form.file = { ...staged, filename: readFilename(filename) || 'document.pdf', mimeType }
    })
    // An error is reported after the body has been read to its end.
    staging.push(ignoreUnhandled(stagingFile))
  })
  const source = getBodyStream(request)
  try {
    await parse(source, parser).catch(() => {
      throw validationError({ [fileField]: [errorText('documents.uploadMalformed')] })
    })
    await Promise.all(staging)
    throwIfInvalid(errors)
  } catch (error) {
    // The rest of the body is discarded: the next request may come on the same connection.
    source.unpipe(parser).resume()
    await Promise.allSettled(staging)
    await form.file?.discard()
    throw error
  }
  return form
}

/**
 * Stages a file. After an error the rest of it is discarded: otherwise the parser would wait for ever, and the client
 * for its response.
 */
function stageFile(tenantId: number, stream: Readable, maxBytes: number): Promise<StagedFile> {
  // Staging handles errors once its file is open; an earlier error must not end the process.
  stream.on('error', () => {})
  const staged = stageStream(tenantId, detachAfterUse(stream), { maxBytes, isUpload: true })
  staged.catch(() => stream.resume())
  return staged
}

/** The pieces of a file; the memory of each is freed once the next one is requested. */
async function* detachAfterUse(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    yield piece
    detachBuffer(piece)
  }
}

function openParser(type: string, fileField: string) {
  try {
    return busboy({
      headers: { 'content-type': type },
      // For `readUtf8`.
      defCharset: 'latin1',
      defParamCharset: 'latin1',
      limits: { files: 10, fields: 20, fieldSize: 16 * 1024, parts: 30 },
    })
  } catch {
    throw validationError({ [fileField]: [errorText('api.multipartMalformed')] })
  }
}

function parse(source: Readable, parser: busboy.Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    // A closed connection ends the parser and the file that it was reading.
    source.on('error', (error) => parser.destroy(error))
    if (source.destroyed) parser.destroy(new Error('The connection was closed.'))
    parser.on('error', reject)
    parser.on('close', resolve)
    source.pipe(parser)
  })
}

const windows1252 = new TextDecoder('windows-1252')

/**
 * A text whose bytes busboy has read as one character each: UTF-8 (RFC 7578, 5.1.2) if they are, else Windows-1252. One that
 * busboy has read by a charset of its own stays as it is. Empty for a name that is absent.
 */
function readUtf8(text = ''): string {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.toString('latin1') !== text) return text
  return isUtf8(bytes) ? bytes.toString() : windows1252.decode(bytes)
}

/** A file name in which quotes and line breaks are escaped as HTML has it ("multipart/form-data encoding algorithm"). */
function readFilename(filename?: string): string {
  return readUtf8(filename).replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** The fingerprint of a form for its `Idempotency-Key`: text parts, and hash, name and type of the file. */
export function formFingerprint({ fields, file }: Form): Json {
  return {
    fields,
    file: file && { sha256: file.sha256, filename: file.filename, type: file.mimeType },
  }
}
