import { ParaphError } from './error.ts'
import type {
  CallOptions,
  Entry,
  FileOperation,
  Input,
  JsonOperation,
  ListOperation,
  OperationName,
  Options,
  OptionsArgument,
  Result,
  SignatureProcess,
  UploadedDocument,
} from './operations.ts'
import { send, type Transport } from './transport.ts'
import { toFile, type UploadSource } from './upload.ts'
import { buildUrl, encodeBody } from './url.ts'
import { wait } from './wait.ts'

const DEFAULT_TIMEOUT_MILLISECONDS = 60_000
const DEFAULT_RETRIES = 3
const DEFAULT_WAIT_MILLISECONDS = 10 * 60_000
const FIRST_POLL_MILLISECONDS = 1_000
const MAX_POLL_MILLISECONDS = 10_000
const MAX_PER_PAGE = 100
const JSON_TYPE = 'application/json'
const FILE_TYPES = 'application/pdf, application/zip'

type TransportOptions = { [Member in keyof Transport]?: Transport[Member] | undefined }

export interface ParaphOptions extends TransportOptions {
  /** An API key (`psk_live_…`, `psk_test_…`) or an access token; not needed for the signing pages. */
  apiKey?: string | undefined
  /** The address of the service, without `/api/v1`. */
  baseUrl: string
}

interface WaitOptions {
  /** Milliseconds until waiting is given up, 10 minutes by default. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds between two requests. By default they become fewer, from every second to every tenth. */
  interval?: number | undefined
}

/** What the requests of any operation have. */
type AnyOptions = CallOptions & {
  path?: object | undefined
  query?: object | undefined
  body?: object | undefined
}

/** A client of a Paraph service. */
export class Paraph {
  readonly baseUrl: string
  readonly #apiKey: string | undefined
  readonly #transport: Transport

  constructor({ apiKey, baseUrl, timeout, maxRetries, ...options }: ParaphOptions) {
    this.baseUrl = new URL(baseUrl).href.replace(/\/+$/, '')
    this.#apiKey = apiKey
    this.#transport = {
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timeout: timeout ?? DEFAULT_TIMEOUT_MILLISECONDS,
      maxRetries: maxRetries ?? DEFAULT_RETRIES,
    }
  }

  /**
   * Calls an operation by its method and path below `/api/v1`. Returns the body of the response, `undefined` if there
   * is none.
   * @throws ParaphError
   */
  request<Name extends JsonOperation>(
    name: Name,
    ...[options]: OptionsArgument<Name>
  ): Promise<Result<Name>> {
    return this.#send(name, options, JSON_TYPE, parseJson) as Promise<Result<Name>>
  }

  /**
   * Like `request`, with the version of the record beside the body: `ifMatch` of the next change. `etag` is null where
   * the operation has none.
   * @throws ParaphError
   */
  requestWithEtag<Name extends JsonOperation>(
    name: Name,
    ...[options]: OptionsArgument<Name>
  ): Promise<{ body: Result<Name>; etag: string | null }> {
    return this.#send(name, options, JSON_TYPE, async (response) => ({
      body: (await parseJson(response)) as Result<Name>,
      etag: response.headers.get('etag'),
    }))
  }

  /**
   * Calls an operation that returns a file. The body of the response can be read as a stream; `timeout` counts until
   * it begins.
   * @throws ParaphError
   */
  download<Name extends FileOperation>(name: Name, ...[options]: OptionsArgument<Name>): Promise<Response> {
    return this.#send(name, options, FILE_TYPES, (response) => response)
  }

  /**
   * The entries of all pages of a list, 100 per request by default. Entries that are added meanwhile may move others
   * to the next page, so that they appear twice; entries that leave the list meanwhile make others be left out, and one
   * that moves in its order, as by `updated_at`, may be left out itself: `created_at` stays, but for deliveries. To
   * change what the list filters by, as by cancelling all that are sent, collect the entries first.
   * @throws ParaphError
   */
  async *list<Name extends ListOperation>(
    name: Name,
    ...[options]: OptionsArgument<Name>
  ): AsyncGenerator<Entry<Name>, void, undefined> {
    let query: object = { per_page: MAX_PER_PAGE, ...(options as AnyOptions | undefined)?.query }
    for (;;) {
      const page = await this.#send(name, { ...options, query }, JSON_TYPE, parseData)
      const { data, links } = page as Page<Entry<Name>>
      yield* data
      if (!links.next) return
      // Only its query: the service may be known by another address here.
      query = Object.fromEntries(new URL(links.next).searchParams)
    }
  }

  /**
   * Uploads a PDF: its bytes, a Blob or File, or in Node the path of a file.
   * @param name the display name, by default the name of the file without its extension
   */
  async uploadDocument(
    source: UploadSource,
    name?: string,
    options: CallOptions = {},
  ): Promise<UploadedDocument> {
    const { blob, filename } = await toFile(source, name)
    const form = new FormData()
    form.set('file', blob, filename)
    if (name) form.set('name', name)
    const { data } = (await this.#send(
      'POST /documents',
      { ...options, body: form },
      JSON_TYPE,
      parseData,
    )) as Result<'POST /documents'>
    return data
  }

  /** Creates a process; with `send: true` it is sent, too. */
  async createProcess(
    body: Input<'POST /signature-processes'>['body'],
    options: CallOptions = {},
  ): Promise<SignatureProcess> {
    const call = { ...options, body }
    const created = await this.#send('POST /signature-processes', call, JSON_TYPE, parseData)
    return (created as Result<'POST /signature-processes'>).data
  }

  async getProcess(id: number, options: CallOptions = {}): Promise<SignatureProcess> {
    const call = { ...options, path: { id } }
    const process = await this.#send('GET /signature-processes/{id}', call, JSON_TYPE, parseData)
    return (process as Result<'GET /signature-processes/{id}'>).data
  }

  /**
   * Asks again and again until everyone has signed and the documents are sealed. To wait for days, use a webhook.
   * @throws ParaphError `process_ended` when it is refused, cancelled or expired, `timeout` when it takes longer
   */
  async waitForCompletion(processId: number, options: WaitOptions = {}): Promise<SignatureProcess> {
    const { timeout = DEFAULT_WAIT_MILLISECONDS, signal, interval } = options
    const deadline = AbortSignal.timeout(timeout)
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline
    try {
      for (let pause = interval ?? FIRST_POLL_MILLISECONDS; ; ) {
        const process = await this.getProcess(processId, { signal: either })
        if (process.status === 'completed') return process
        if (['refused', 'cancelled', 'expired', 'voided'].includes(process.status)) throw ended(process)
        await wait(pause, either)
        if (!interval) pause = Math.min(pause * 1.5, MAX_POLL_MILLISECONDS)
      }
    } catch (error) {
      throw error === deadline.reason ? tooLate(processId, timeout) : error
    }
  }

  /**
   * The signed document of a completed process: a PDF. If the process has several documents it is a ZIP of them, unless
   * `documentId` names one.
   */
  downloadSigned(
    processId: number,
    { documentId, ...options }: CallOptions & { documentId?: number | undefined } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const call: Options<'GET /signature-processes/{id}/download-signed-pdf'> = {
      ...options,
      path: { id: processId },
      query: { document_id: documentId },
    }
    const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer())
    return this.#send('GET /signature-processes/{id}/download-signed-pdf', call, FILE_TYPES, readBytes)
  }

  async #send<T>(
    name: OperationName,
    { path, query, body, ...options }: AnyOptions = {},
    accept: string,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const [method, template] = name.split(' ') as [string, string]
    const content = encodeBody(body)
    const headers = {
      accept,
      ...content?.headers,
      ...(this.#apiKey ? { authorization: `Bearer ${this.#apiKey}` } : {}),
    }
    const url = `${this.baseUrl}/api/v1${buildUrl(template, path, query)}`
    return send(this.#transport, { method, url, headers, body: content?.body, read }, options)
  }
}

interface Page<T> {
  data: T[]
  links: { next: string | null }
}

async function parseJson(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) {
    await response.body?.cancel()
    throw unexpected(response, `is not JSON but “${type}”; download() returns files`)
  }
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unexpected(response, text ? 'is not valid JSON' : 'is empty', cause)
  }
}

/** The body of an operation that always has `data`. */
async function parseData(response: Response): Promise<unknown> {
  const body = await parseJson(response)
  if (typeof body === 'object' && body !== null && 'data' in body) return body
  throw unexpected(response, 'has no data')
}

function unexpected({ status, headers }: Response, what: string, cause?: unknown): ParaphError {
  return new ParaphError({
    code: 'unexpected_response',
    message: `The response ${what}.`,
    status,
    requestId: headers.get('x-request-id'),
    cause,
  })
}

function ended({ id, status }: SignatureProcess): ParaphError {
  return new ParaphError({
    code: 'process_ended',
    message: `The process ${id} is ${status}: it will not be completed.`,
    details: { current_status: status },
  })
}

function tooLate(processId: number, timeout: number): ParaphError {
  return new ParaphError({
    code: 'timeout',
    message: `The process ${processId} is not completed after ${timeout} ms. Wait longer, or use a webhook.`,
  })
}
