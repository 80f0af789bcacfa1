import { createHash } from 'node:crypto'
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
  NodeApiError,
} from 'n8n-workflow'

interface Call extends Omit<Partial<IHttpRequestOptions>, 'url' | 'method'> {
  method: IHttpRequestMethods
  /** Below `/api/v1`. */
  path: string
}

/**
 * Calls the API with the credential of the node.
 * @throws NodeApiError with the reason of the service, where n8n has a text for the status
 */
export async function request(
  node: IExecuteFunctions | IHookFunctions,
  { method, path, ...options }: Call,
): Promise<IDataObject> {
  const { baseUrl } = await node.getCredentials('paraphApi')
  const url = `${String(baseUrl).replace(/\/+$/, '')}/api/v1${path}`
  try {
    return await node.helpers.httpRequestWithAuthentication.call(node, 'paraphApi', {
      method,
      url,
      json: true,
      ...options,
    })
  } catch (error) {
    const refusal = findRefusal(error)
    if (refusal) {
      const { message, errors = {} } = refusal
      const faults = Object.entries(errors).flatMap(([field, texts]) =>
        texts.map((text) => `${field}: ${text}`),
      )
      Object.assign(error as NodeApiError, { message, description: faults.join('\n') || undefined })
    }
    throw error
  }
}

/** The error in the body of a response. */
interface Refusal {
  code: string
  message: string
  /** Messages by field, in dot notation: `signers.0.email`. */
  errors?: Record<string, string[]>
}

/** What the service says of a request that it refused; null for any other error. */
function findRefusal(error: unknown): Refusal | null {
  const data: unknown = (error as Partial<NodeApiError>).context?.data
  try {
    // Downloads have bytes for a body.
    const body = Buffer.isBuffer(data) ? JSON.parse(data.toString()) : data
    return body?.error?.message ? body.error : null
  } catch {
    return null
  }
}

/** What the item of an error says: of a request that was refused, also what workflows tell apart. */
export function describeError(error: unknown): IDataObject {
  const { message } = error as Error
  const refusal = findRefusal(error)
  if (!refusal) return { message }
  const { code, errors: fields = {} } = refusal
  return { message, code, status: Number((error as NodeApiError).httpCode), fields }
}

/**
 * The `Idempotency-Key` of a POST: the same in each try of “Retry On Fail”, which repeats all items of the node, and
 * another one in the next run of a loop.
 * @param content the bytes that are sent
 */
export function makeIdempotencyKey(
  node: IExecuteFunctions,
  item: number,
  path: string,
  content: string | Uint8Array,
): string {
  const { $runIndex: run } = node.getWorkflowDataProxy(item)
  const source = [node.getInstanceId(), node.getExecutionId(), node.getNode().id, run, item, path]
  return createHash('sha256').update(JSON.stringify(source)).update(content).digest('hex')
}

/** Whether the service says that there is no such record. */
export function isNotFound(error: unknown): boolean {
  return (error as { httpCode?: string | null }).httpCode === '404'
}
