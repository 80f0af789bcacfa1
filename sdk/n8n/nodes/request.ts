import { createHash } from 'node:crypto'
import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  IHttpRequestOptions,
} from 'n8n-workflow'

interface Call extends Omit<Partial<IHttpRequestOptions>, 'url' | 'method'> {
  method: IHttpRequestMethods
  /** Below `/api/v1`. */
  path: string
}

/** Calls the API with the credential of the node. */
export async function request(
  node: IExecuteFunctions | IHookFunctions,
  { method, path, ...options }: Call,
): Promise<IDataObject> {
  const { baseUrl } = await node.getCredentials('paraphApi')
  const url = `${String(baseUrl).replace(/\/+$/, '')}/api/v1${path}`
  return node.helpers.httpRequestWithAuthentication.call(node, 'paraphApi', {
    method,
    url,
    json: true,
    ...options,
  })
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
