import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person with an account at the provider; the id is the subject. */
interface OidcAccount {
  name?: string
  email?: string
  email_verified?: boolean
  /** How the person signs in at the provider, for the ID token. */
  amr?: string[]
  acr?: string
}

export interface LocalProvider {
  issuer: string
  clientId: string
  clientSecret: string
  accounts: Record<string, OidcAccount>
  close(): Promise<void>
}

const client = { clientId: 'paraph', clientSecret: 'a secret of the provider, long enough' }

/** A real OpenID provider on this machine, which asks with one button per account who signs in. */
export async function openOidcProvider(
  redirectUris: string[],
  accounts: Record<string, OidcAccount>,
  options: Configuration = {},
): Promise<LocalProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, { ...configuration(redirectUris, accounts), ...options })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, accounts, request, response)
    else void handle(request, response)
  })
  return {
    issuer,
    ...client,
    accounts,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
const ttl = { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 }

function configuration(redirectUris: string[], accounts: Record<string, OidcAccount>): Configuration {
  return {
    clients: [
      { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: redirectUris },
    ],
    cookies: { keys: ['only for this run'] },
    jwks: { keys: [{ ...signingKey, use: 'sig', kid: 'test' }] },
    ttl,
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    acrValues: ['phr'],
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) }),
    // Consent is given without a page.
    async loadExistingGrant({ oidc }) {
      const { Grant } = oidc.provider
      const grant = new Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function interact(
  provider: Provider,
  accounts: Record<string, OidcAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    let form = ''
    for await (const chunk of request) form += chunk
    const accountId = new URLSearchParams(form).get('account')!
    const { amr, acr } = accounts[accountId]!
    const login = { accountId, ...(amr && { amr }), ...(acr && { acr }) }
    return provider.interactionFinished(request, response, { login })
  }
  const buttons = Object.keys(accounts).map((id) => `<button name="account" value="${id}">${id}</button>`)
  response
    .setHeader('content-type', 'text/html')
    .end(`<title>Provider</title><form method="post">${buttons.join('')}</form>`)
}

/** Signs in at the provider as a browser does. @returns the URL that it sends the browser back to */
export async function signInAtProvider(authorizationUrl: string, account: string): Promise<URL> {
  const { origin } = new URL(authorizationUrl)
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  while (url.origin === origin) {
    const isForm = url.pathname.startsWith('/interaction/')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ account }) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} ${url.pathname}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}
