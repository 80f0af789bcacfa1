import type { components, paths, webhooks } from './openapi.ts'

export type { components } from './openapi.ts'

type Schemas = components['schemas']
export type SignatureProcess = Schemas['SignatureProcess']
export type UploadedDocument = Schemas['Document']
/** The codes of the errors of the API. */
export type ApiErrorCode = Schemas['Error']['error']['code']

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type NameOf<Path> = Path extends `/api/v1${infer Short}` ? Short : never

/** An operation by its method and its path below `/api/v1`: `GET /documents/{id}`. */
export type OperationName = {
  [Path in keyof paths]: `${Uppercase<Method & keyof paths[Path]>} ${NameOf<Path>}`
}[keyof paths]

type Operation<Name> = Name extends `${infer Verb} ${infer Short}`
  ? `/api/v1${Short}` extends infer Path extends keyof paths
    ? Lowercase<Verb> extends infer Member extends keyof paths[Path]
      ? paths[Path][Member]
      : never
    : never
  : never

type ContentOf<Part> = Part extends { content: infer Content } ? Content : never
/** The body of a request or response: JSON, a form, or files. */
type ResponseContent<Name> =
  Operation<Name> extends { responses: infer Responses } ? ContentOf<Responses[keyof Responses]> : never

/** What an operation returns: the JSON body of its response, or nothing. */
export type Result<Name> = [ResponseContent<Name>] extends [never]
  ? undefined
  : ResponseContent<Name> extends { 'application/json': infer Body }
    ? Body
    : never

/** The operations that return a file. */
export type FileOperation = {
  [Name in OperationName]: Exclude<keyof ResponseContent<Name>, 'application/json'> extends never
    ? never
    : Name
}[OperationName]

/** The operations that return JSON or nothing. */
export type JsonOperation = {
  [Name in OperationName]: [Result<Name>] extends [never] ? never : Name
}[OperationName]

/** The operations that read JSON. */
export type ReadOperation = JsonOperation & `GET ${string}`

/** The operations that return a list, page by page. */
export type ListOperation = {
  [Name in JsonOperation]: Result<Name> extends { data: unknown[]; links: object } ? Name : never
}[JsonOperation]

/** An entry of a list. */
export type Entry<Name> = Result<Name> extends { data: (infer Item)[] } ? Item : never

type Parameters<Name> = Operation<Name> extends { parameters: infer Found } ? Found : object
type BodyOf<Content> = Content extends { 'multipart/form-data': infer Form }
  ? Form
  : Content extends { 'application/json': infer Body }
    ? Body
    : never
type BodyOption<Name> =
  Operation<Name> extends { requestBody: { content: infer Content } }
    ? { body: BodyOf<Content> }
    : Operation<Name> extends { requestBody?: { content: infer Content } | undefined }
      ? { body?: BodyOf<Content> | undefined }
      : object

/** The members of an operation’s own input: `path`, `query` and `body`. */
export type Input<Name> = Pick<Parameters<Name>, 'path' & keyof Parameters<Name>> &
  Pick<Parameters<Name>, 'query' & keyof Parameters<Name>> &
  BodyOption<Name>

/** What every call may set. */
export interface CallOptions {
  /** Aborts the call; it then throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Milliseconds for each attempt, instead of those of the client. */
  timeout?: number | undefined
  /** How often a failed attempt is repeated, instead of what the client has. */
  maxRetries?: number | undefined
  /** For a POST: the key under which the service carries out the request once. By default one of its own. */
  idempotencyKey?: string | undefined
  /** For a change: the `etag` of the version that was read. If it has changed since, `precondition_failed`. */
  ifMatch?: string | undefined
  headers?: Record<string, string> | undefined
}

export type Options<Name, Others = CallOptions> = Input<Name> & Others

/** The options of a call, which can be left out where nothing is required. */
export type OptionsArgument<Name, Others = CallOptions> =
  object extends Input<Name> ? [options?: Options<Name, Others>] : [options: Options<Name, Others>]

type BodyOfDelivery<Event> = Event extends {
  post: { requestBody?: { content: { 'application/json': infer Body } } | undefined }
}
  ? Body
  : never

/** The body of a webhook delivery; `type` tells which `data` it has. */
export type WebhookEvent = BodyOfDelivery<webhooks[keyof webhooks]>
