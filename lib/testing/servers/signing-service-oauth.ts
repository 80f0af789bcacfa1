import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** What was authorized: it counts once for each of these hashes (11.6). */
export interface Grant {
  credentialID: string
  hashes: string[]
}

interface Options {
  clientId: string
  clientSecret: string
  name: string
  /** By SAD: an access token with the scope `credential` is one. */
  grants: Map<string, Grant>
}

/** The authorization server of a signing service (8.4): its page has a button to confirm, and one to decline. */
export function openAuthorizationServer({ clientId, clientSecret, name, grants }: Options) {
  const serviceToken = 'token of the service'
  /** Requests that were confirmed, by code. */
  const requests = new Map<string, URLSearchParams>()

  function handle(response: ServerResponse, url: URL, form: URLSearchParams) {
    if (url.pathname === '/oauth2/authorize') return showPage(response, url)
    if (url.pathname === '/oauth2/decide') return decide(response, url.searchParams)
    const isClient = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (!isClient) return respond(response, 401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'client_credentials') return respondToken(response, serviceToken)
    const query = requests.get(form.get('code') ?? '')
    requests.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (
      form.get('grant_type') !== 'authorization_code' ||
      query?.get('code_challenge') !== challenge ||
      query.get('redirect_uri') !== form.get('redirect_uri')
    )
      return respond(response, 400, { error: 'invalid_grant' })
    const token = randomBytes(16).toString('hex')
    const hashes = query.get('hashes')!.split(',')
    grants.set(token, {
      credentialID: query.get('credentialID')!,
      hashes: hashes.map((hash) => Buffer.from(hash, 'base64url').toString('base64')),
    })
    respondToken(response, token)
  }

  function showPage(response: ServerResponse, { searchParams: query }: URL) {
    const required = ['state', 'code_challenge', 'credentialID', 'hashes', 'hashAlgorithmOID', 'redirect_uri']
    const isRight =
      query.get('response_type') === 'code' &&
      query.get('scope') === 'credential' &&
      query.get('client_id') === clientId &&
      query.get('code_challenge_method') === 'S256' &&
      Number(query.get('numSignatures')) === query.get('hashes')?.split(',').length &&
      required.every((parameter) => query.get(parameter))
    if (!isRight) return respond(response, 400, { error: 'invalid_request' })
    const link = (decision: string, text: string) => {
      const target = new URLSearchParams([...query, ['decision', decision]])
      return `<a href="/oauth2/decide?${target.toString().replaceAll('&', '&amp;')}">${text}</a>`
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${name}</title><h1>${name}</h1><p>Sign with ${query.get('credentialID')}?</p><p>${link('confirm', 'Confirm')} ${link('decline', 'Decline')}</p></html>`,
      )
  }

  function decide(response: ServerResponse, query: URLSearchParams) {
    const target = new URL(query.get('redirect_uri')!)
    target.searchParams.set('state', query.get('state')!)
    if (query.get('decision') === 'confirm') {
      const code = randomBytes(16).toString('hex')
      requests.set(code, query)
      target.searchParams.set('code', code)
    } else target.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: target.href }).end()
  }

  return { handle, serviceToken }
}

function respondToken(response: ServerResponse, token: string) {
  respond(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 300 })
}

function respond(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
