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
